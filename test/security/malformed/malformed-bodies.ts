import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { brokenJson, damagedJson } from './json-damage.ts';
import {
  chunk,
  chunkedHead,
  head,
  JSON_TYPE,
  lastingUntilClose,
  once,
  whole,
  type Draft,
  type Made,
  type Maker,
} from './malformed-wire.ts';

const cut = ({ random, json }: Draft): string => json.slice(0, random.int(json.length));
const packed = (name: string, body: Buffer, status = 200): Made =>
  whole(status, body, [JSON_TYPE, `content-encoding: ${name}`]);

/**
 * One megabyte of spaces, compressed as a gzip member. gzip decompresses concatenated members as one stream,
 * so a bomb can simply repeat this member.
 */
const memberOfMegabyte = gzipSync(Buffer.alloc(1024 * 1024, 0x20));
const bombOf = (megabytes: number): Buffer => Buffer.concat(Array<Buffer>(megabytes).fill(memberOfMegabyte));
const DEEP = 200_000;
const SIX_MEGABYTES = Buffer.alloc(6 * 1024 * 1024, 0x20);
const EIGHT_MEGABYTES = Buffer.alloc(8 * 1024 * 1024, 0x20);
/** Small bodies that decompress to many megabytes. Built only once, because compression is slow. */
const BOMBS: readonly Made[] = [
  packed('gzip', bombOf(6)),
  packed('gzip', bombOf(26)),
  packed('deflate', deflateSync(EIGHT_MEGABYTES)),
  packed('br', brotliCompressSync(EIGHT_MEGABYTES)),
  packed('gzip, gzip', gzipSync(bombOf(40))),
  packed('gzip', bombOf(12), 500),
];
const LARGE_BOMB = packed('gzip', bombOf(400));

/** Functions that make responses with a correct head. Most of the bodies are faulty, but some are correct. */
export const BODY_KINDS: Readonly<Record<string, Maker>> = {
  correct: ({ json }) => ({ ...whole(200, json), isGood: true }),
  'correct, in pieces': ({ json, random }) => {
    const at = random.int(json.length);
    const bytes = [json.slice(0, at), json.slice(at)].filter(Boolean).map(chunk);
    return { status: 200, end: 'keep', steps: once(chunkedHead(200), ...bytes, '0\r\n\r\n'), isGood: true };
  },
  'correct, compressed': ({ json, random }) => ({
    ...random.pick([
      packed('gzip', gzipSync(json)),
      packed('deflate', deflateSync(json)),
      packed('br', brotliCompressSync(json)),
      packed('gzip, br', brotliCompressSync(gzipSync(json))),
    ]),
    isGood: true,
  }),
  'correct, after a byte order mark': ({ json }) => ({ ...whole(200, `\ufeff${json}`), isGood: true }),
  'correct, dripping within the deadline': ({ json }) => ({
    status: 200,
    end: 'keep',
    isGood: true,
    steps: [
      ...once(head(200, [JSON_TYPE, `content-length: ${Buffer.byteLength(json)}`])),
      ...[0, 1, 2, 3].map((part) => ({
        afterMs: 15,
        bytes: Buffer.from(json).subarray(
          Math.floor((Buffer.byteLength(json) * part) / 4),
          Math.floor((Buffer.byteLength(json) * (part + 1)) / 4),
        ),
      })),
    ],
  }),
  'fields of every wrong type': ({ random, json }) => whole(200, damagedJson(random, JSON.parse(json))),
  'rows of every wrong type': ({ random, json }) => whole(200, damagedJson(random, JSON.parse(json))),
  'an array or a scalar instead of an object': ({ random, json }) =>
    whole(
      200,
      random.pick([`[${json}]`, '[]', '[[]]', 'null', 'true', '0', '-1', '""', '"data"', `{"data":${json}}`]),
    ),
  'an own __proto__': ({ json }) =>
    whole(
      200,
      json.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},'),
    ),
  'text that is not JSON': ({ random, json }) => whole(200, brokenJson(random, json)),
  'truncated, with a length': (draft) => ({
    status: 200,
    end: draft.random.pick(['close', 'reset']),
    steps: once(head(200, [JSON_TYPE, `content-length: ${draft.json.length + 7}`]), cut(draft)),
  }),
  'truncated, in pieces': (draft) => ({
    status: 200,
    end: draft.random.pick(['close', 'reset']),
    steps: once(chunkedHead(200), chunk(cut(draft) || '{')),
  }),
  'truncated, until the connection closes': (draft) => lastingUntilClose(200, cut(draft)),
  'broken chunks': ({ random, json }) => ({
    status: 200,
    end: 'close',
    steps: once(
      chunkedHead(200),
      random.pick([
        `zz\r\n${json}\r\n`,
        `-5\r\n${json}\r\n`,
        `ffffffffffffffffff\r\n${json}`,
        `5\r\n${json}`,
        '\r\n\r\n',
      ]),
    ),
  }),
  'another content type': ({ random, json }) =>
    whole(random.pick([200, 502]), json, [
      `content-type: ${random.pick(['text/html', 'image/png', 'application/xml', '', 'multipart/form-data; boundary=x', ';;', 'application/json; charset=utf-16'])}`,
    ]),
  'an HTML page': ({ random }) =>
    whole(
      random.pick([200, 403, 404, 500, 502, 503]),
      `<!doctype html><title>Sign in</title>${'<p>x</p>'.repeat(random.int(2_000))}`,
      ['content-type: text/html'],
    ),
  'an empty body': ({ random }) =>
    random.pick([whole(200, ''), lastingUntilClose(200, ''), whole(500, ''), whole(404, '')]),
  'another character set': ({ random, json }) =>
    whole(
      200,
      random.pick([
        Buffer.from(`\ufeff${json}`, 'utf16le'),
        Buffer.from(`\ufeff${json}`, 'utf16le').swap16(),
        Buffer.from(json, 'latin1'),
      ]),
    ),
  'broken UTF-8': ({ random, json }) => {
    const bytes = Buffer.from(json);
    for (let count = 1 + random.int(20); count > 0; count -= 1)
      bytes[random.int(bytes.length)] = random.pick([0xff, 0xc0, 0xed, 0xf5, 0x80, 0x00]);
    return whole(200, bytes);
  },
  'compressed and broken': ({ random, json }) => {
    const bytes = gzipSync(json);
    return random.pick([
      packed('gzip', bytes.subarray(0, random.int(bytes.length))),
      packed('gzip', Buffer.from(json)),
      packed('br', bytes),
      packed('deflate', bytes),
      packed('gzip, gzip, gzip', bytes),
      packed('zstd', Buffer.from(json)),
      packed('x-unknown', Buffer.from(json)),
      packed('gzip', Buffer.concat([bytes, Buffer.from('tail')])),
    ]);
  },
  'a small bomb': ({ random }) => random.pick(BOMBS),
  'a 400 MB bomb': () => LARGE_BOMB,
  'larger than the client reads': ({ random }) => random.pick([whole, lastingUntilClose])(200, SIX_MEGABYTES),
  'nested 200,000 deep': ({ random }) =>
    whole(
      random.pick([200, 200, 400]),
      random.pick([
        `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
        `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
        `{"data":${'['.repeat(DEEP)}`,
      ]),
    ),
};
