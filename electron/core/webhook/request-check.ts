import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../../shared/model/signal.ts';
import { sameSecret } from '../foundation/constant-time-equal.ts';

/** Maximum body size in bytes; the documented payload is a few kB. */
export const BODY_MAX = 262_144;
/** Maximum nesting of arrays and objects; the documented payload has four levels. */
const DEPTH_MAX = 32;

/** Read for each request, so a change of settings needs no restart. */
export interface Rules {
  readonly port: number;
  readonly path: string;
  /** The user's tunnel, such as `hooks.example.com`, optionally with a port. */
  readonly tunnelHost: string | null;
}

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>;

/** The token of `Authorization: Bearer …`, or null (spec §5). */
export function bearerOf({ headers }: Head): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Whether a request is addressed to the receiver at all; null: it is. Whoever sends it. */
export function checkAddress(head: Head, rules: Rules): Refusal | null {
  const { headers, method, url } = head;
  const isKnownHost = hostsOf(rules).has((headers.host ?? '').toLowerCase());
  // Any other name may be one that a web page made point here.
  if (!isKnownHost || isRepeated(head, 'host')) return 'host';
  // Only browsers send it, and no browser has any business here.
  if (headers.origin !== undefined) return 'origin';
  if (!sameSecret(url ?? '', rules.path)) return 'path';
  return method === 'POST' ? null : 'method';
}

/**
 * Checks the body headers of an authenticated delivery.
 * @returns why it is refused, or null if the body may be read
 */
export function checkBodyHead(head: Head): Refusal | null {
  const { headers } = head;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const isPlain = [undefined, '', 'identity'].includes(headers['content-encoding']?.toLowerCase());
  if (!/^application\/(?:[\w.+-]+\+)?json$/i.test(type.trim()) || !isPlain) return 'type';
  return Number(headers['content-length'] ?? 0) > BODY_MAX ? 'too-large' : null;
}

/** Parses the body as a JSON object, or returns why it is refused. */
export function parseBody(bytes: Uint8Array): { body: object } | { why: Refusal } {
  const text = textOf(bytes);
  if (text === null) return { why: 'not-json' };
  if (isTooDeep(text)) return { why: 'too-deep' };
  const body = objectOf(text);
  return body === null ? { why: 'not-json' } : { body };
}

/** Checked before parsing: other JSON engines may fail on deep nesting. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isInString) {
      if (unit === BACKSLASH) at += 1;
      else if (unit === QUOTE) isInString = false;
    } else if (unit === QUOTE) isInString = true;
    else if (unit === OPEN_ARRAY || unit === OPEN_OBJECT) {
      depth += 1;
      if (depth > DEPTH_MAX) return true;
    } else if (unit === CLOSE_ARRAY || unit === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

function hostsOf({ port, tunnelHost }: Rules): ReadonlySet<string> {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (tunnelHost === null) return new Set(own);
  // A Host header may omit the default port.
  const tunnel = tunnelHost.includes(':')
    ? [tunnelHost]
    : [tunnelHost, `${tunnelHost}:443`, `${tunnelHost}:80`];
  return new Set([...own, ...tunnel, ...(tunnelHost.endsWith(':443') ? [tunnelHost.slice(0, -4)] : [])]);
}

/** A repeated header may have bypassed a proxy's check. */
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
