/*
 * Strings that an attacker could use to make the app interpret text as markup, script, a link or control
 * characters. Each string contains a token with the string's number. A token on a screen therefore identifies
 * the string that the screen displays.
 */

export interface HostileWorld {
  /** The URL of a local server that counts requests. The app must never contact it. */
  readonly baitUrl: string;
}

/** Returns a token of letters and digits, which survives any sanitising of the text. */
export const tokenOf = (at: number): string => `hx${at}xh`;

const HIT = 'window.hit=1';
const MARK = 'data-hostile=1';

type Family = (at: number, token: string, bait: string) => string;
const pick = <T>(from: readonly T[], at: number): T => {
  const found = from[at % from.length];
  if (found === undefined) throw new Error('no choices');
  return found;
};

const HANDLERS = (
  'click load error focus blur mouseover mouseenter pointerdown pointerover animationstart transitionend toggle ' +
  'beforetoggle scroll wheel input change submit reset keydown paste copy cut drag drop play ended canplay message ' +
  'hashchange popstate pageshow beforeprint resize contextmenu auxclick securitypolicyviolation'
).split(' ');
const TAGS = (
  'img svg body video audio iframe object embed input details select textarea button form marquee math style link base ' +
  'meta template noscript table frameset isindex keygen dialog picture source track portal x-hostile script a'
).split(' ');
const SCHEMES = (
  'javascript: JaVaScRiPt: java\tscript: java\nscript: \u0001javascript: javascript&colon; vbscript: data:text/html, ' +
  'data:image/svg+xml, file:///etc/passwd blob:null/ ms-msdt: smb://far.example/ \\\\far.example\\share view-source: ' +
  'chrome:// devtools:// about:srcdoc roundwatch://quit mailto:a@b.example?cc= tel:1 ftp:// ws://far.example/'
).split(' ');
const BIDI = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c'];
const CONTROLS = [
  ...'\u0000\u0001\u0007\u0008\u001b\u007f\u0085\u009b\u200b\u2028\u2029\ufeff\ufff9\u00ad\u2060\u3164',
];
const CLOSERS = [
  '',
  '"',
  "'",
  '">',
  "'>",
  '-->',
  ']]>',
  '</title>',
  '</textarea>',
  '</style>',
  '</script>',
  '</xmp>',
  '</noscript>',
  '</bdi></span>',
  '`',
  '*/',
  '}}',
  '%>',
  '</svg>',
  '\u0000">',
];

/**
 * The functions that make the strings, one for each kind of attack. A function's first parameter selects a
 * variant of the attack.
 */
const FAMILIES: Readonly<Record<string, Family>> = {
  elements: (at, token, bait) =>
    `${pick(CLOSERS, at)}<${pick(TAGS, at)} ${MARK} src="${bait}" href="${bait}" data="${bait}" srcdoc="<script>parent.${HIT}</script>">${token}`,
  handlers: (at, token) =>
    `${pick(CLOSERS, at)}<${pick(TAGS, at * 7)} ${MARK} on${pick(HANDLERS, at)}="${HIT}" autofocus tabindex=0 style="animation:x 1s">${token}`,
  scripts: (at, token, bait) =>
    `${pick(CLOSERS, at)}<script ${MARK} ${pick(['', `src=${bait}`, 'type=module', 'async'], at)}>${HIT};fetch("${bait}")</script>${token}`,
  attributes: (at, token) =>
    `${token}${pick(['"', "'", '`', ' ', '\t', '\n', '/'], at)} on${pick(HANDLERS, at)}=${HIT} ${MARK} x=${pick(['"', "'", '`', ''], at)}`,
  vectors: (at, token, bait) =>
    `<svg ${MARK}><${pick(['script', 'animate onbegin', 'set onbegin', 'use', 'image', 'foreignObject', 'a'], at)}="${HIT}" href="${bait}#${token}"/></svg>`,
  mutation: (at, token) =>
    `<math><mtext><table><mglyph><${pick(['style', 'xmp', 'noscript', 'title'], at)}><!--</${pick(['style', 'title'], at)}><img ${MARK} src onerror=${HIT}>--> ${token}`,
  encoded: (at, token) =>
    `${pick(['&lt;', '&#60;', '&#x3c;', '\\u003c', '%3C', '\uff1c', '+ADw-', '\\x3c'], at)}img ${MARK} src=x onerror=${HIT}${pick(['&gt;', '&#62;', '%3E', '\uff1e'], at)}${token}`,
  templates: (at, token) =>
    `${pick(['{{', '{', '${', '<%=', '{@html ', '{#if ', '[[', '#{', '{{{', '{%'], at)}${HIT}${pick(['}}', '}', '%>', ']]', '}}}'], at)}${token}`,
  schemes: (at, token, bait) => `${pick(SCHEMES, at)}${HIT}//${bait}/${token}`,
  styles: (at, token, bait) =>
    `${pick(CLOSERS, at)}<style ${MARK}>@import url(${bait});*{background:url(${bait}) !important}</style>;background:url(${bait});position:fixed;inset:0 ${token}`,
  markdown: (at, token, bait) =>
    pick(
      [
        `![${token}](${bait}.png)`,
        `[${token}](javascript:${HIT})`,
        `<img ${MARK} src=x onerror=${HIT}> **${token}**`,
        `[${token}]: ${bait}\n\n![x][${token}]`,
        `\`\`\`html\n<iframe ${MARK} src="${bait}">${token}\n\`\`\``,
        `| <b ${MARK}>${token} | ![c](${bait}) |\n|:-:|--:|`,
      ],
      at,
    ),
  bidi: (at, token) =>
    `${pick(BIDI, at)}${token} moc.elpmaxe//:sptth${pick(BIDI, at * 5 + 1)} paid \u202e)1( invoice${pick(BIDI, at * 3)}`,
  controls: (at, token) =>
    `${token}${pick(CONTROLS, at)}a${pick(CONTROLS, at * 3 + 1)}b\r\n\t\u001b[31mred\u001b[0m`,
  stacked: (at, token) => `${token}${'\u0300\u0316\u0489\u1ab0'.repeat(4 + (at % 40))}Z\u0336`,
  halves: (at, token) =>
    `${pick(['\ud800', '\udc00', '\udbff\ud800', '\ud83d'], at)}${token}${pick(['\udfff', '\ud83d'], at)}`,
  huge: (at, token) =>
    `${token}${pick(['W', ' ', '\u00a0', '\u0e47', '<b>', '>', '['], at).repeat(2_000 + (at % 7) * 900)}`,
  names: (at, token) =>
    `${pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'then', 'valueOf'], at)} ${token}`,
  sheets: (at, token, bait) =>
    `${pick(['=', '+', '-', '@', '\t=', '\r='], at)}HYPERLINK("${bait}","${token}")&cmd|' /C calc'!A0`,
  queries: (at, token) =>
    `${token}${pick(["' OR 1=1 --", '"; DROP TABLE company;--', '* NEAR(a b)', '%_%', '../../../etc/passwd', '$(id)', '`id`', '\\', '%s%n%p'], at)}`,
  scripts_of_the_world: (at, token) =>
    `${pick(['شركة', 'חברה', '株式会社', 'ﷺ', '👩‍👩‍👧‍👦', '🇩🇪', 'ẞ', 'İ', 'ǅ', '\u{e0041}\u{e007f}'], at)}${token}`,
};
const NAMES = Object.keys(FAMILIES);
export const FAMILY_COUNT = NAMES.length;

/**
 * Returns the hostile string with this number. Consecutive numbers belong to different families of strings.
 */
export function hostileText(at: number, { baitUrl }: HostileWorld): string {
  const family = FAMILIES[pick(NAMES, at)];
  if (family === undefined) throw new Error('no such family');
  return family(Math.floor(at / NAMES.length), tokenOf(at), baitUrl);
}

/** Returns an address that the app must not open or load without checking it. */
export function hostileAddress(at: number, { baitUrl }: HostileWorld): string {
  const turn = Math.floor(at / 4);
  const forms = [
    `${pick(SCHEMES, turn)}${HIT}//${tokenOf(at)}`,
    `${baitUrl}${tokenOf(at)}`,
    `https://user:pass@far.example/${tokenOf(at)}"onmouseover="${HIT}`,
    `https://\u202efar.example/${tokenOf(at)}<img ${MARK} src=x>`,
  ];
  return pick(forms, at);
}

/** Fields whose values are not replaced. The app shows a row only if these fields are valid. */
const KEPT_KEYS = /^(id|.*Id|.*_id|success|hasMore|event|type|.*Date|.*At|.*_at|from|until|currency)$/;
const ADDRESS_KEYS = /url|website|link|logo/i;

/** Replaces the strings in a response body with hostile ones. Returns null if the body is not JSON. */
export function madeHostile(body: string, world: HostileWorld, next: () => number): string | null {
  const visit = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((part) => visit(part, key));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visit(part, name)]));
    if (typeof value !== 'string' || KEPT_KEYS.test(key)) return value;
    if (/^\d+(\.\d+)?[KMB]?$|^\d{4}-\d\d-\d\d/.test(value)) return value;
    const at = next();
    if (key === 'email') return `"<img ${MARK} src=x onerror=${HIT}>"${tokenOf(at)}@far.example`;
    return ADDRESS_KEYS.test(key) ? hostileAddress(at, world) : hostileText(at, world);
  };
  try {
    return JSON.stringify(visit(JSON.parse(body), ''));
  } catch {
    return null;
  }
}
