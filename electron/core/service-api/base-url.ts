import { AppFailure } from '../../../shared/app-failure.ts';

export interface BaseUrl {
  /** Origin and path without a trailing slash. */
  readonly url: string;
  /** Whether the host is a literal loopback address. False for `localhost`, which is a name. */
  readonly loopback: boolean;
}

const BASE_URL_MAX = 2_000;
/**
 * Matches a loopback address. `URL` has already normalized other spellings of an IPv4 address, such as
 * `127.1` and `0x7f000001`.
 */
const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * Validates and normalizes the service's address (spec introduction, §5.4).
 * @throws AppFailure `unsupported` with the capability `http` for plain HTTP to another machine, or
 * `base-url` for an address that is malformed or has user info, a query, a fragment or another scheme
 */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  // The URL parser would silently drop or change these characters.
  if (trimmed.length > BASE_URL_MAX || /[\s\\?#@]|\p{Cc}/u.test(trimmed)) throw refusal('base-url');
  const url = parse(trimmed);
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '')
    throw refusal('base-url');
  const loopback = LOOPBACK.test(url.hostname);
  if (url.protocol === 'http:' && !loopback) throw refusal('http');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal('base-url');
  const path = url.pathname.replace(/\/+$/, '');
  return { url: `${url.origin}${path}`, loopback };
}

/**
 * Returns the URL of a request. Throws if the URL is outside the base URL, which would be a programming
 * error.
 */
export function requestUrl(base: BaseUrl, canonical: string): string {
  const address = `${base.url}${canonical}`;
  const parsed = new URL(address);
  if (parsed.href !== address || !address.startsWith(`${base.url}/`))
    throw new Error('call leaves the base URL');
  return address;
}

const refusal = (capability: 'base-url' | 'http'): AppFailure =>
  new AppFailure({ kind: 'unsupported', capability });

function parse(text: string): URL | null {
  // `URL` accepts `https:host` and `https:///host`, which are probably typos.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) return null;
  return URL.canParse(text) ? new URL(text) : null;
}
