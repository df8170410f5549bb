/*
 * Checks whether a URL from the service may be opened in the browser. The core opens no URL that fails the
 * check. The renderer shows such a URL as plain text, and any other URL as a link with its host.
 */

/** Reasons why the app does not open a URL. The user can still copy it. */
export const LINK_REFUSALS = [
  'too-long',
  /**
   * Control characters, spaces, invisible characters, bidirectional marks and backslashes. They can make the
   * displayed URL differ from the real one.
   */
  'hidden-characters',
  'not-an-address',
  /** The scheme is not `https:` but, for example, `http:`, `javascript:` or `file:`. */
  'not-https',
  /** A user name or password in front of the host. */
  'credentials',
  /** An IP address, localhost, a local network name, or an explicit port. */
  'not-public',
] as const;
export type LinkRefusal = (typeof LINK_REFUSALS)[number];

type CheckedLink =
  | {
      readonly ok: true;
      readonly url: string;
      /** The host as the browser resolves it. Non-ASCII names are in `xn--…` form. */
      readonly host: string;
    }
  | { readonly ok: false; readonly reason: LinkRefusal };

/** Declared here, because this folder is compiled without the DOM and Node types. */
declare const URL: new (address: string) => {
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly port: string;
};
/** Maximum length of a link. Windows does not open longer ones. */
export const URL_MAX = 2_000;
/**
 * Control characters, spaces, invisible characters and backslashes, and surrogate, private-use and unassigned
 * code points. No legitimate URL needs them.
 */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- this pattern searches for control characters
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u115f\u1160\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uffa0\ufff9-\ufffb\\]|\p{Cs}|\p{Co}|\p{Cn}|\p{Default_Ignorable_Code_Point}/u;
/** Top-level names that are never public. `.example` is not included, because the demo's companies use it. */
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
/**
 * One part of the host name, between two dots. The URL parser has already converted the name to lower-case
 * ASCII.
 */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

const refuse = (reason: LinkRefusal): CheckedLink => ({ ok: false, reason });

/**
 * Checks a URL exactly as received. It must be complete, use `scheme` and have a public host name. A link
 * with plain http must not be opened until the user has confirmed its host.
 */
export function checkLink(address: string, scheme: 'https' | 'http' = 'https'): CheckedLink {
  if (address.length > URL_MAX) return refuse('too-long');
  if (HIDDEN.test(address)) return refuse('hidden-characters');
  const url = parse(address);
  if (url === null) return refuse('not-an-address');
  if (url.protocol !== `${scheme}:`) return refuse('not-https');
  // The parser also accepts `https:acme.example` and `https:/acme.example`, which no legitimate URL uses.
  if (!/^https?:\/\/[^/]/i.test(address)) return refuse('not-an-address');
  if (url.username !== '' || url.password !== '' || authorityOf(address).includes('@'))
    return refuse('credentials');
  if (url.port !== '' || !isPublicName(url.hostname)) return refuse('not-public');
  // Punycode and percent-encoding may have made the URL longer.
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

/**
 * Whether a host has a public name. An IPv6 address fails because of its colons. An IPv4 address fails
 * because the URL parser converts every notation to four numbers, and no top-level domain is a number.
 */
function isPublicName(host: string): boolean {
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  if (labels.length < 2 || host.length > 253 || !labels.every((label) => LABEL.test(label))) return false;
  return /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/.test(last) && !LOCAL_ENDS.includes(last);
}
