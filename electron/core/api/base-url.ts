import { AppFailure } from '../../../shared/app-failure.ts';

export interface BaseUrl {
  /** Origin and path without a slash at the end. */
  readonly url: string;
  /** The address is literally this machine: a simulator. `localhost` is a name, not an address, and does not count. */
  readonly loopback: boolean;
  /** False calls for a warning, not for a refusal [§9]. */
  readonly endsInApiV1: boolean;
}

const BASE_URL_MAX = 2_000;
/** WHATWG parsing has already turned `127.1`, `0x7f000001` and the like into this form. */
const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * Checks and normalises the address of the service [§intro, §5.4].
 * @throws AppFailure unsupported `http` for plain HTTP to anything but this machine; `base-url` for anything that is not
 * an address the key may be sent to (user info, query, fragment, another scheme)
 */
export function parseBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  // The URL parser would drop or turn these silently; what was typed has to be what is called.
  if (trimmed.length > BASE_URL_MAX || /[\s\\?#@]|\p{Cc}/u.test(trimmed)) throw refusal('base-url');
  const url = parse(trimmed);
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '')
    throw refusal('base-url');
  const loopback = LOOPBACK.test(url.hostname);
  if (url.protocol === 'http:' && !loopback) throw refusal('http');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal('base-url');
  const path = url.pathname.replace(/\/+$/, '');
  return { url: `${url.origin}${path}`, loopback, endsInApiV1: path.endsWith('/api/v1') };
}

const refusal = (capability: 'base-url' | 'http'): AppFailure =>
  new AppFailure({ kind: 'unsupported', capability });

function parse(text: string): URL | null {
  // `https:host` and `https:///host` parse, but nobody means them.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) return null;
  return URL.canParse(text) ? new URL(text) : null;
}
