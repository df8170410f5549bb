import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../../../shared/model/signal.ts';
import { sameSecret } from '../constant-time-equal.ts';
import { isDeeperThan } from '../json-depth.ts';

/** Maximum body size in bytes. Documented webhook events and assistants' calls are a few kilobytes each. */
export const BODY_MAX = 262_144;
/** Maximum nesting of arrays and objects. The documented webhook event has four levels. */
const DEPTH_MAX = 32;

/** A server's settings, against which each request is checked. */
export interface Rules {
  readonly port: number;
  readonly path: string;
  /**
   * Host name of the user's tunnel, such as `hooks.example.com`, optionally with a port. Null if only programs on
   * this computer may connect.
   */
  readonly tunnelHost: string | null;
  /** Whether DELETE is accepted, as well as POST. */
  readonly canDelete?: boolean;
}

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>;

/** Returns the token of the `Authorization: Bearer` header (spec §5); null if there is none. */
export function bearerOf({ headers }: Head): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/**
 * Checks host, origin, path and method of a request. Returns why it is refused, or null if all are correct.
 */
export function checkAddress(head: Head, rules: Rules): Refusal | null {
  const { headers, method, url } = head;
  const isKnownHost = hostsOf(rules).has((headers.host ?? '').toLowerCase());
  // A web page can make its own host name resolve to 127.0.0.1 (DNS rebinding), so unknown host names are
  // refused.
  if (!isKnownHost || isRepeated(head, 'host')) return 'host';
  // Only browsers send an Origin header, and no valid request comes from a browser.
  if (headers.origin !== undefined) return 'origin';
  if (!sameSecret(url ?? '', rules.path)) return 'path';
  return method === 'POST' || (method === 'DELETE' && rules.canDelete === true) ? null : 'method';
}

/**
 * Checks the headers that describe the body. Returns why the request is refused, or null if the headers are
 * acceptable.
 */
export function checkBodyHead(head: Head): Refusal | null {
  const { headers } = head;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const isPlain = [undefined, '', 'identity'].includes(headers['content-encoding']?.toLowerCase());
  if (!/^application\/(?:[\w.+-]+\+)?json$/i.test(type.trim()) || !isPlain) return 'type';
  return Number(headers['content-length'] ?? 0) > BODY_MAX ? 'too-large' : null;
}

/** Parses the body as a JSON object. Returns `why` if the body is refused. */
export function parseBody(bytes: Uint8Array): { body: object } | { why: Refusal } {
  const text = textOf(bytes);
  if (text === null) return { why: 'not-json' };
  if (isTooDeep(text)) return { why: 'too-deep' };
  const body = objectOf(text);
  return body === null ? { why: 'not-json' } : { body };
}

export const isTooDeep = (text: string): boolean => isDeeperThan(DEPTH_MAX, text);

function hostsOf({ port, tunnelHost }: Rules): ReadonlySet<string> {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (tunnelHost === null) return new Set(own);
  // Clients may include or omit the default port in a Host header.
  const tunnel = tunnelHost.includes(':')
    ? [tunnelHost]
    : [tunnelHost, `${tunnelHost}:443`, `${tunnelHost}:80`];
  return new Set([...own, ...tunnel, ...(tunnelHost.endsWith(':443') ? [tunnelHost.slice(0, -4)] : [])]);
}

/**
 * Returns whether a header is repeated. A repeated header is unsafe, because a proxy may have checked a
 * different value than the app.
 */
const isRepeated = ({ rawHeaders }: Head, name: string): boolean =>
  rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length > 1;

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function objectOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
