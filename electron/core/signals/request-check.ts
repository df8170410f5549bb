import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../../shared/model/signal.ts';
import { sameSecret } from '../same-secret.ts';
import type { ReceiverDefect } from './planted-defect.ts';

/** Bytes of a delivery at most; the documented payload is a few kB. */
export const BODY_MAX = 262_144;
/** Levels of arrays and objects; the documented payload has four. */
const DEPTH_MAX = 32;

/** What a request is measured by; asked for each one, so that a change needs no restart. */
export interface Rules {
  readonly port: number;
  readonly path: string;
  /** Of the seller's tunnel: `hooks.example.com`, perhaps with a port. */
  readonly tunnelHost: string | null;
}

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>;

/** The token of `Authorization: Bearer …`; null where there is none [§5 no. 6]. */
export function bearerOf({ headers }: Head): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Whether a request is addressed to the receiver at all; null: it is. Whoever sends it. */
export function checkAddress(head: Head, rules: Rules, defect: ReceiverDefect | null): Refusal | null {
  const { headers, method, url } = head;
  const isKnownHost = hostsOf(rules).has((headers.host ?? '').toLowerCase());
  // Any other name may be one that a web page made point here.
  if ((!isKnownHost && defect !== 'host-unchecked') || isRepeated(head, 'host')) return 'host';
  // Only browsers send it, and no browser has any business here.
  if (headers.origin !== undefined) return 'origin';
  if (!sameSecret(url ?? '', rules.path)) return 'path';
  return method === 'POST' ? null : 'method';
}

/** What an authenticated delivery's head says of its body; null: it may be read. */
export function checkBodyHead(head: Head): Refusal | null {
  const { headers } = head;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const isPlain = [undefined, '', 'identity'].includes(headers['content-encoding']?.toLowerCase());
  if (!/^application\/(?:[\w.+-]+\+)?json$/i.test(type.trim()) || !isPlain) return 'type';
  return Number(headers['content-length'] ?? 0) > BODY_MAX ? 'too-large' : null;
}

/** The JSON object of a body, or why it is none. */
export function parseBody(bytes: Uint8Array): { body: object } | { why: Refusal } {
  const text = textOf(bytes);
  if (text === null) return { why: 'not-json' };
  if (isTooDeep(text)) return { why: 'too-deep' };
  const body = objectOf(text);
  return body === null ? { why: 'not-json' } : { body };
}

/** Told before it is parsed: what a parser of another engine may choke on is not handed to it. */
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
  // The usual port is left out of a Host header, or is not.
  const tunnel = tunnelHost.includes(':')
    ? [tunnelHost]
    : [tunnelHost, `${tunnelHost}:443`, `${tunnelHost}:80`];
  return new Set([...own, ...tunnel, ...(tunnelHost.endsWith(':443') ? [tunnelHost.slice(0, -4)] : [])]);
}

/** A second one may be what something in between went by. */
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
