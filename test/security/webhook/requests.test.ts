import { afterEach, describe, expect, it } from 'vitest';
import { newestSignals } from '../../../electron/core/database/queries/cache/signals.ts';
import {
  eventOf,
  exchangeRaw,
  openSignalsWorld,
  type Deliver,
  type SignalsWorld,
} from '../../support/webhook/webhook-receiver.ts';
import { measure, number, reportFigure } from '../support/figures.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

/*
 * Goal W1 of `npm run security`: a request with a wrong key, host name, path, method or shape stores nothing,
 * and the receiver continues to respond.
 */
const REQUESTS = IS_FULL ? 20_000 : 400;
const CONCURRENCY = 16;

const worlds: SignalsWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});
async function open(): Promise<SignalsWorld> {
  const world = await openSignalsWorld();
  worlds.push(world);
  return world;
}
const storedCount = ({ files }: SignalsWorld): number => newestSignals(files.cache, 1_000).length;

/**
 * Returns requests that an HTTP client can send. Each request has one fault, so the receiver must refuse it.
 */
function faults({ key, port }: SignalsWorld): readonly { readonly body?: unknown; readonly how?: Deliver }[] {
  const half = key.slice(0, Math.floor(key.length / 2));
  return [
    ...[null, '', 'Bearer', 'Bearer ', `Bearer ${half}`, `Bearer ${key}x`, `Bearer ${key} ${key}`, key].map(
      (authorization) => ({ how: { authorization } }),
    ),
    ...[`Basic ${key}`, `Bearer ${key.toUpperCase()}`, `Bearer "${key}"`, `Token ${key}`].map(
      (authorization) => ({
        how: { authorization },
      }),
    ),
    ...['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`, '[::1]', '.'].map(
      (Host) => ({
        how: { headers: { Host } },
      }),
    ),
    ...['null', 'https://evil.example', `http://127.0.0.1:${port}`].map((Origin) => ({
      how: { headers: { Origin } },
    })),
    ...['/', '/hook', '/hook/', `/hook/${'0'.repeat(32)}`, '/hook/../hook', '//evil.example/hook'].map(
      (path) => ({
        how: { path },
      }),
    ),
    ...['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'].map((method) => ({ how: { method } })),
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml', ''].map(
      (type) => ({
        how: { headers: { 'Content-Type': type } },
      }),
    ),
    { how: { headers: { 'Content-Encoding': 'br' } } },
    ...['', '{', '[]', '1', '"x"', 'null', 'NaN', '{"a":1}}', '\u0000', '{"a":"\ud800'].map((body) => ({
      body,
    })),
    { body: Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x7d]) },
    { body: `{"a":${'['.repeat(40)}${']'.repeat(40)}}` },
    { body: `{"a":"${'x'.repeat(262_144)}"}` },
  ];
}

/** Returns faulty requests that no HTTP client would send, as raw text. */
function wireFaults({ key, port, path }: SignalsWorld): readonly string[] {
  const body = JSON.stringify(eventOf());
  const line = `POST ${path()} HTTP/1.1\r\n`;
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const auth = `Authorization: Bearer ${key}\r\n`;
  const type = 'Content-Type: application/json\r\n';
  const length = `Content-Length: ${body.length}\r\n`;
  return [
    `${line}${host}${host}${auth}${type}${length}\r\n${body}`,
    `${line}Host: evil.example\r\n${host}${auth}${type}${length}\r\n${body}`,
    `${line}${auth}${type}${length}\r\n${body}`,
    `${line}${host}${auth}${type}${length}Transfer-Encoding: chunked\r\n\r\n${body}`,
    `${line}${host}${auth}${type}Transfer-Encoding: chunked, identity\r\n\r\n${body}`,
    `${line}${host}${auth}${type}Content-Length: 1\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    `${line}${host}${auth}${type}Content-Length: -1\r\n\r\n${body}`,
    `${line}${host}${auth}${type}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
    `POST http://evil.example${path()} HTTP/1.1\r\n${host}${auth}${type}${length}\r\n${body}`,
    `POST ${path()} HTTP/0.9\r\n${host}\r\n`,
    `${line}${host}${'X-Filler: x\r\n'.repeat(2_000)}${auth}${type}${length}\r\n${body}`,
    `${line}${host}Authorization : Bearer ${key}\r\n${type}${length}\r\n${body}`,
    `${line}${host} Authorization: Bearer ${key}\r\n${type}${length}\r\n${body}`,
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
    `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n${host}\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ];
}

describe('requests that are not deliveries', () => {
  it(
    `are refused, all ${REQUESTS} of them, and a correct delivery is then accepted`,
    async () => {
      const world = await open();
      const plain = faults(world);
      const wire = wireFaults(world);
      const statuses = new Map<number, number>();
      const taken: string[] = [];
      let next = 0;
      const sender = async (): Promise<void> => {
        for (let at = next++; at < REQUESTS; at = next++) {
          const raw = at % 10 === 9 ? wire[Math.floor(at / 10) % wire.length] : undefined;
          if (raw !== undefined) {
            const answer = await exchangeRaw(world.port, raw, 300);
            if (answer.includes('HTTP/1.1 202')) taken.push(raw.slice(0, 60));
            continue;
          }
          const fault = plain[at % plain.length];
          const { status } = await world.deliver(fault?.body ?? eventOf({ roundId: `f${at}` }), fault?.how);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status === 202) taken.push(JSON.stringify(fault).slice(0, 80));
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, sender));
      const counts = [...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, times]) => `${status}: ${number(times)}`);
      reportFigure(
        `W1 ${number(REQUESTS)} requests that are not deliveries: ${taken.length} accepted (${counts.join(', ')})`,
      );
      measure('W1', { tried: `${number(REQUESTS)} requests`, violations: `${taken.length} accepted` });
      expect(taken).toEqual([]);
      expect(storedCount(world)).toBe(0);
      expect((await world.deliver(eventOf())).status).toBe(202);
      expect(storedCount(world)).toBe(1);
    },
    IS_FULL ? 900_000 : 60_000,
  );

  it.each<[name: string, how: Deliver, status: number]>([
    ['another Host', { headers: { Host: 'evil.example' } }, 403],
    ['an Origin', { headers: { Origin: 'https://evil.example' } }, 403],
    ['another path', { path: '/hook/00000000000000000000000000000000' }, 404],
  ])('rejects a delivery with the key but %s', async (_name, how, expected) => {
    const world = await open();
    const { status } = await world.deliver(eventOf(), how);
    expect([status, storedCount(world)]).toEqual([expected, 0]);
  });

  it('rejects a delivery without the key before its body arrives', async () => {
    const { path, port } = await open();
    const head =
      `POST ${path()} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n';
    expect(await exchangeRaw(port, head)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('accepts 70 concurrent deliveries with the key', async () => {
    const world = await open();
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, at) => world.deliver(eventOf({ roundId: `r${at}` }))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  });
});
