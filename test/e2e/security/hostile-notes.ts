/** A note with text from a malicious source. If a script in the text runs, it sets `window.hit`. */
interface Note {
  readonly name: string;
  readonly body: string;
  /** Set if the app must show the note as plain text, because rendering it would take too long. */
  readonly plain?: boolean;
}
const HIT = 'window.hit=1';
const far = 'https://far.example/x';

const texts: readonly string[] = [
  `<script>${HIT}</script>`,
  `<img src=x onerror="${HIT}">`,
  `<img src="${far}.png">`,
  `![picture](${far}.png)`,
  `![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImhpdD0xIi8+)`,
  `![x][r]\n\n[r]: ${far}.png "t"`,
  `[go](javascript:${HIT})`,
  `[go](JaVaScRiPt&colon;${HIT})`,
  `[go](  javascript:${HIT})`,
  '[go](data:text/html,<script>hit=1</script>)',
  `[go](vbscript:${HIT})`,
  `[go](${far} "a title\\" onclick=${HIT} x=")`,
  `[go](https://a.example/"onmouseover="${HIT})`,
  `<https://a.example/"onmouseover="${HIT}>`,
  `<a href="${far}" ping="${far}" target=_blank>go</a>`,
  `<a href="javascript:${HIT}" style="position:fixed;inset:0">x</a>`,
  `<iframe src="${far}"></iframe>`,
  `<iframe srcdoc="<script>parent.${HIT}</script>"></iframe>`,
  `<object data="${far}"></object><embed src="${far}">`,
  `<svg onload="${HIT}"><use href="${far}#a"/></svg>`,
  `<math><mi xlink:href="javascript:${HIT}">x</mi></math>`,
  `<math><mtext><table><mglyph><style><!--</style><img src onerror=${HIT}>`,
  '<style>@import url(https://far.example/x.css);*{display:none}</style>',
  '<link rel=stylesheet href=https://far.example/x.css>',
  '<base href=https://far.example/>',
  `<meta http-equiv=refresh content="0;url=${far}">`,
  `<form action="${far}"><input name=q autofocus onfocus="${HIT}"><button>go</button></form>`,
  `<details open ontoggle="${HIT}">x</details>`,
  `<video src="${far}" onerror="${HIT}" autoplay></video><audio src="${far}"></audio>`,
  `<body onload="${HIT}" background="${far}">`,
  '<div id=app></div><p name=hit class=panel style="color:red">x</p>',
  `<template><script>${HIT}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${HIT}>"></noscript>`,
  `<custom-element onclick="${HIT}">x</custom-element>`,
  `<p><!-- --><img src=x onerror=${HIT}><!-- --></p>`,
  `\`\`\`html"><img src=x onerror=${HIT}>\ncode\n\`\`\``,
  `\`<img src=x onerror=${HIT}>\``,
  `# <img src=x onerror=${HIT}> {#id .class}`,
  `> - 1. > <img src=x onerror=${HIT}>`,
  `| <img src=x onerror=${HIT}> | b |\n|:-:|--:|\n| [a](javascript:${HIT}) | ![c](${far}) |`,
  '- [x] done <input type=checkbox>\n- [ ] open',
  `[a]: javascript:${HIT}\n[b]: ${far}\n\n[a] [b] ![b]`,
  `<<script>script>${HIT}<</script>/script>`,
  `&lt;img src=x onerror=${HIT}&gt; &#60;script&#62;`,
  `<ScRiPt/x>${HIT}</sCrIpT>`,
  `<img\u0000src=x onerror=${HIT}>`,
  `<p title="\`<img src=x onerror=${HIT}>">x</p>`,
  `\u202e<img src=x onerror=${HIT}>\u202c`,
  `www.far.example and ada@far.example and ftp://far.example`,
  `<xmp><p title="</xmp><img src=x onerror=${HIT}>">`,
];
export const HOSTILE_NOTES: readonly Note[] = texts.map((body, at) => ({ name: `hostile ${at + 1}`, body }));

const nested = (depth: number): string =>
  Array.from({ length: depth }, (_, at) => `${'  '.repeat(at)}- a`).join('\n');
export const HUGE_NOTES: readonly Note[] = [
  { name: 'quotes', plain: true, body: '>'.repeat(150_000) },
  { name: 'brackets', plain: true, body: '['.repeat(150_000) },
  { name: 'underscores', plain: true, body: '_a__b'.repeat(30_000) },
  { name: 'lists', body: nested(60) },
  { name: 'deep lists', plain: true, body: nested(300) },
  { name: 'elements', plain: true, body: '<b><i>'.repeat(25_000) },
  { name: 'paragraphs', body: 'A **word** and a [link](https://a.example).\n\n'.repeat(1_200) },
  { name: 'one word', plain: true, body: 'a'.repeat(190_000) },
];
