/*
 * Whether an address that the service sent may be opened in the browser. Pure: the core decides with it, and the screen
 * says with it beforehand where a link leads or why it is text only.
 */

/** Why an address is not opened. It can be copied all the same. */
export const LINK_REFUSALS = [
  'too-long',
  /** Control characters, spaces, characters that reorder text, backslashes: what is seen is not what is opened. */
  'hidden-characters',
  'not-an-address',
  /** `http:`, `javascript:`, `file:` or any other scheme. */
  'not-https',
  /** A name or password before the host. */
  'credentials',
  /** An IP address, this machine, a name of a local network, a port of its own. */
  'not-public',
] as const;
export type LinkRefusal = (typeof LINK_REFUSALS)[number];

export type CheckedLink =
  | {
      readonly ok: true;
      readonly url: string;
      /** As the browser will ask for it: a name with other letters than a to z stands here as `xn--…`. */
      readonly host: string;
    }
  | { readonly ok: false; readonly reason: LinkRefusal };

/** As both sides have it; neither one's types are known here. */
declare const URL: new (address: string) => {
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly port: string;
};
const URL_MAX = 2_000;
/** As in the screen's own filter of hostile text, and every space and backslash besides: no address needs them. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u115f\u1160\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uffa0\ufff9-\ufffb\\]|\p{Cs}|\p{Co}|\p{Cn}|\p{Default_Ignorable_Code_Point}/u;
/** Ends that no public name has. `.example` is reserved for documentation, and is what the demo's companies have. */
const LOCAL_ENDS = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'arpa',
  'invalid',
  'onion',
];
/** One label of a host, after the URL parser made it lower case and ASCII. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

const refuse = (reason: LinkRefusal): CheckedLink => ({ ok: false, reason });

/** @param address as received; nothing is repaired: what is not a whole https address stays text [R-2-11] */
export function checkLink(address: string): CheckedLink {
  if (address.length > URL_MAX) return refuse('too-long');
  if (HIDDEN.test(address)) return refuse('hidden-characters');
  const url = parse(address);
  if (url === null) return refuse('not-an-address');
  if (url.protocol !== 'https:') return refuse('not-https');
  // The parser takes `https:acme.example` and `https:/acme.example` too; nobody writes those in good faith.
  if (!/^https:\/\/[^/]/i.test(address)) return refuse('not-an-address');
  if (url.username !== '' || url.password !== '' || authorityOf(address).includes('@'))
    return refuse('credentials');
  if (url.port !== '' || !isPublicName(url.hostname)) return refuse('not-public');
  // A host's other letters and everything percent-encoded count here for what they are.
  if (url.href.length > URL_MAX) return refuse('too-long');
  return { ok: true, url: url.href, host: url.hostname };
}

function parse(address: string): InstanceType<typeof URL> | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

const authorityOf = (address: string): string => /^[a-z]+:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';

/** IPv6 has brackets and colons, IPv4 ends in digits, however it was written: the parser made four numbers of it. */
function isPublicName(host: string): boolean {
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  if (labels.length < 2 || host.length > 253 || !labels.every((label) => LABEL.test(label))) return false;
  return /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/.test(last) && !LOCAL_ENDS.includes(last);
}
