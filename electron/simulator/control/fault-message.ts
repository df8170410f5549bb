import type { RewriteAction } from './fault-actions.ts';
import { deepJson, errorPage, gzipBomb, gzipped, transparentPixel, seededBytes } from './fault-bodies.ts';
import type { ApiReply } from '../service/outcome.ts';

/** A serialised response. */
export interface Message {
  readonly status: number;
  /**
   * Headers in the order in which they are set. A header replaces an earlier header with the same name; null
   * removes the earlier header.
   */
  readonly headers: readonly (readonly [string, string | null])[];
  readonly body: Buffer;
  /** Number of spaces sent before the body. */
  readonly paddingBytes: number;
}

/** Serialises the reply, then applies the rewrites in order. */
export function composeMessage(reply: ApiReply, rewrites: readonly RewriteAction[], nowMs: number): Message {
  const text = typeof reply.body === 'string' ? reply.body : (JSON.stringify(reply.body) ?? '');
  const message: Message = {
    status: reply.status,
    headers: [
      ['Date', new Date(nowMs).toUTCString()],
      ['Content-Type', 'application/json; charset=utf-8'],
      ...Object.entries(reply.headers),
    ],
    body: Buffer.from(text),
    paddingBytes: 0,
  };
  return rewrites.reduce((current, action) => rewrite(current, action, nowMs), message);
}

const PAGE: readonly [string, string] = ['Content-Type', 'text/html; charset=utf-8'];
const GZIP: readonly [string, string] = ['Content-Encoding', 'gzip'];
const BOM = [0xef, 0xbb, 0xbf];

function rewrite(message: Message, action: RewriteAction, nowMs: number): Message {
  const { body, headers, status } = message;
  switch (action.kind) {
    case 'html':
      return { ...message, headers: [...headers, PAGE], body: Buffer.from(errorPage(status)) };
    case 'empty':
      return { ...message, body: Buffer.alloc(0) };
    case 'bom':
      return { ...message, body: Buffer.concat([Buffer.from(BOM), body]) };
    case 'patch':
      return { ...message, body: patchJson(body, action.set, action.remove) };
    case 'wrong-type': {
      const fitting = action.contentType.startsWith('image/')
        ? transparentPixel()
        : Buffer.from(errorPage(status));
      return {
        ...message,
        headers: [...headers, ['Content-Type', action.contentType]],
        body: action.body === 'kept' ? body : fitting,
      };
    }
    case 'garbage': {
      const bytes =
        action.hex === undefined ? seededBytes(action.bytes, action.seed) : Buffer.from(action.hex, 'hex');
      return { ...message, body: bytes };
    }
    case 'deep-json':
      return { ...message, body: deepJson(action.depth, action.of) };
    case 'gzip':
      return { ...message, headers: [...headers, GZIP], body: gzipped(body) };
    case 'gzip-bomb':
      return { ...message, headers: [...headers, GZIP], body: gzipBomb(action.megabytes, body) };
    case 'oversize':
      return { ...message, paddingBytes: Math.max(0, action.bytes - body.length) };
    case 'huge-headers':
      return { ...message, headers: [...headers, ['X-Padding', 'x'.repeat(action.bytes)]] };
    case 'headers':
      return { ...message, headers: [...headers, ...Object.entries(action.headers)] };
    case 'clock':
      return { ...message, headers: [...headers, ['Date', new Date(nowMs + action.ms).toUTCString()]] };
  }
}

function patchJson(body: Buffer, set: object, remove: readonly string[]): Buffer {
  const parsed: unknown = body.length === 0 ? {} : JSON.parse(body.toString());
  const remaining = Object.entries(Object(parsed)).filter(([name]) => !remove.includes(name));
  return Buffer.from(JSON.stringify({ ...Object.fromEntries(remaining), ...set }));
}
