import { createGunzip, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../electron/simulator/control/faults.ts';
import type { Simulator } from '../../../../electron/simulator/index.ts';
import { getRaw } from '../raw-request.ts';
import { asRow, charged, EPOCH_MS, get, start } from '../support.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await start({ companies: 30, nowMs: () => EPOCH_MS });
});
afterAll(() => simulator.dispose());
beforeEach(() => simulator.advance(3_600_000));

const FREE = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
const CHARGED = { ...FREE, requests: 1 };

/** Applies a fault to a request for `/health`, and returns the response as raw bytes. */
const play = (action: Fault['action'], waitMs?: number) => {
  simulator.addFaults([{ action }]);
  return getRaw(simulator, '/health', waitMs);
};
const healthy = (text: string) => expect(asRow(JSON.parse(text))).toMatchObject({ status: 'healthy' });

describe('fault before processing, free of charge', () => {
  it.each([
    [{ kind: 'reset-before' }, 'orderly'],
    [{ kind: 'reset-before', hard: true }, 'reset'],
    [{ kind: 'hang' }, 'open'],
  ] as const)('%o', async (action, ended) => {
    // If the connection must stay open, the call never ends on its own, so the test waits only 150 ms.
    expect(await play(action, ended === 'open' ? 150 : undefined)).toMatchObject({ status: 0, ended });
    expect(simulator.transcript().at(-1)).toMatchObject({ status: 0, charged: FREE, fault: action.kind });
  });
});

describe('fault in place of the response, free unless 2xx', () => {
  it.each([
    ['json', 'application/json; charset=utf-8', '{"error":"The request failed with status 502"}'],
    ['html', 'text/html; charset=utf-8', '<!doctype html>'],
    ['text', 'text/plain; charset=utf-8', 'The request failed with status 502'],
    ['empty', 'application/json; charset=utf-8', ''],
    ['json-as-html', 'text/html; charset=utf-8', '{"error"'],
    ['html-as-json', 'application/json; charset=utf-8', '<!doctype html>'],
    ['error-object', 'application/json; charset=utf-8', '{"error":{"code"'],
    ['array', 'application/json; charset=utf-8', '["The'],
    ['null', 'application/json; charset=utf-8', 'null'],
  ] as const)('a 502 in the format %s', async (shape, contentType, beginning) => {
    const { status, headers, body } = await play({ kind: 'status', status: 502, shape });
    expect([status, headers.get('content-type')]).toEqual([502, contentType]);
    expect(body.toString().startsWith(beginning)).toBe(true);
    expect(charged(simulator)).toEqual(FREE);
  });

  it('a 2xx, charged like the response that it replaces', async () => {
    expect((await play({ kind: 'status', status: 204 })).status).toBe(204);
    expect(charged(simulator)).toEqual(CHARGED);
  });

  it.each([301, 302, 303, 307, 308] as const)('a redirect with %i', async (status) => {
    const { headers, ...arrived } = await play({ kind: 'redirect', status, location: 'http://127.0.0.1:1/' });
    expect([arrived.status, headers.get('location')]).toEqual([status, 'http://127.0.0.1:1/']);
    expect(charged(simulator)).toEqual(FREE);
  });
});

describe('429 fault', () => {
  const getRefusal = async (variant: 'plain' | Extract<Fault['action'], { kind: 'limit' }>['variant']) => {
    const chosen = variant === 'plain' ? {} : { variant };
    const { status, headers, body } = await play({ kind: 'limit', limitType: 'per_minute', ...chosen });
    expect(status).toBe(429);
    expect(charged(simulator)).toEqual(FREE);
    const text = body.toString();
    return { headers, text, json: asRow(text.startsWith('{') ? JSON.parse(text) : null) };
  };
  const resetOf = (headers: ReadonlyMap<string, string>): number => Number(headers.get('x-ratelimit-reset'));

  it('is as documented, in headers and body alike', async () => {
    const { headers, json } = await getRefusal('plain');
    expect(json).toMatchObject({ limit_type: 'per_minute', limit: 20, used: 20, retry_after: 60 });
    expect(headers.get('retry-after')).toBe('60');
    expect(resetOf(headers)).toBe(simulator.nowMs() / 1_000 + 60);
  });

  it('can have its figures in a nested object', async () => {
    const { json } = await getRefusal('nested');
    expect(json).toMatchObject({ rate_limit: { limit_type: 'per_minute', used: 20 } });
    expect(json['limit_type']).toBeUndefined();
  });

  it('can have unusual dates', async () => {
    const date = await getRefusal('retry-after-date');
    expect(Date.parse(date.headers.get('retry-after') ?? '')).toBe(simulator.nowMs() + 60_000);
    expect(resetOf((await getRefusal('reset-past')).headers)).toBeLessThan(simulator.nowMs() / 1_000);
    expect(resetOf((await getRefusal('reset-ms')).headers)).toBe(simulator.nowMs() + 60_000);
  });

  it('can have missing or wrong parts', async () => {
    expect((await getRefusal('no-headers')).headers.get('x-ratelimit-limit-type')).toBeUndefined();
    expect((await getRefusal('no-body')).text).toBe('');
    expect((await getRefusal('html-body')).text).toContain('<html>');
    expect((await getRefusal('text-numbers')).json).toMatchObject({ limit: '20', used: '20' });
    expect((await getRefusal('unknown-type')).json).toMatchObject({ limit_type: 'weekly' });
  });

  it('can contradict itself, and combine several variants', async () => {
    const { headers, json } = await getRefusal('disagree');
    expect([headers.get('x-ratelimit-limit-type'), json['limit_type']]).toEqual(['daily', 'per_minute']);
    const mixed = await getRefusal(['nested', 'retry-after-date', 'reset-ms']);
    expect(mixed.json['rate_limit']).toBeDefined();
    expect(resetOf(mixed.headers)).toBeGreaterThan(1e12);
  });

  it('can contain a Retry-After', async () => {
    simulator.addFaults([{ action: { kind: 'limit', limitType: 'daily', variant: 'retry-after' } }]);
    const { body, headers } = await get(simulator, '/health');
    expect(headers.get('retry-after')).toBe(String(body['retry_after']));
    expect(body['limit_type']).toBe('daily');
  });
});

describe('rewritten response, charged', () => {
  const paid = async (action: Fault['action']) => {
    const arrived = await play(action);
    expect([arrived.status, charged(simulator)]).toEqual([200, CHARGED]);
    return { ...arrived, text: arrived.body.toString() };
  };

  it('HTML, an empty body or a byte order mark', async () => {
    const page = await paid({ kind: 'html' });
    expect([page.headers.get('content-type'), page.text.slice(0, 15)]).toEqual([
      'text/html; charset=utf-8',
      '<!doctype html>',
    ]);
    expect((await paid({ kind: 'empty' })).body).toHaveLength(0);
    const { body } = await paid({ kind: 'bom' });
    expect([...body.subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x7b]);
  });

  it('another content type, with the JSON or a matching body', async () => {
    const original = await paid({ kind: 'wrong-type' });
    expect(original.headers.get('content-type')).toBe('text/html');
    healthy(original.text);
    const picture = await paid({ kind: 'wrong-type', contentType: 'image/png', body: 'fitting' });
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.body.subarray(1, 4).toString()).toBe('PNG');
  });

  it('garbage, given or from a seed', async () => {
    expect((await paid({ kind: 'garbage', hex: '00ff7b' })).body).toEqual(Buffer.from([0, 255, 0x7b]));
    const first = await paid({ kind: 'garbage', seed: 4, bytes: 100 });
    expect(first.body).toHaveLength(100);
    expect((await paid({ kind: 'garbage', seed: 4, bytes: 100 })).body).toEqual(first.body);
  });

  it('more or fewer fields', async () => {
    const { text } = await paid({
      kind: 'patch',
      set: { version: '2.0.0', extra: [1] },
      remove: ['message'],
    });
    expect(JSON.parse(text)).toEqual({
      status: 'healthy',
      version: '2.0.0',
      extra: [1],
      timestamp: simulator.nowMs() / 1_000,
    });
  });

  it('arrays or objects nested to the requested depth, in valid JSON', async () => {
    expect((await paid({ kind: 'deep-json' })).body).toHaveLength(400_001);
    const { text } = await paid({ kind: 'deep-json', depth: 2, of: 'objects' });
    expect(JSON.parse(text)).toEqual({ a: { a: 0 } });
  });

  it('gzip of the real response', async () => {
    const { headers, body } = await paid({ kind: 'gzip' });
    expect(headers.get('content-encoding')).toBe('gzip');
    healthy(gunzipSync(body).toString());
  });

  it('a gzip bomb, small and one valid member', async () => {
    const { body } = await paid({ kind: 'gzip-bomb', megabytes: 3 });
    expect(body.length).toBeLessThan(6_000);
    const text = gunzipSync(body).toString();
    expect(text.length).toBeGreaterThan(3 * 1_048_576);
    healthy(text);
  });

  it('a gzip bomb of 500 MB at little cost for the sender', async () => {
    const { body } = await paid({ kind: 'gzip-bomb', megabytes: 500 });
    expect(body.length).toBeLessThan(1_000_000);
    const gunzip = createGunzip();
    gunzip.end(body);
    let size = 0;
    for await (const chunk of gunzip) {
      size += Buffer.isBuffer(chunk) ? chunk.length : 0;
      if (size > 20_000_000) break;
    }
    expect(size).toBeGreaterThan(20_000_000);
  });

  it('padding, huge headers, other headers, another date', async () => {
    const padded = await paid({ kind: 'oversize', bytes: 300_000 });
    expect(padded.body).toHaveLength(300_000);
    healthy(padded.text);
    const huge = await paid({ kind: 'huge-headers' });
    expect(huge.headers.get('x-padding')).toHaveLength(40_000);
    const { headers } = await paid({
      kind: 'headers',
      headers: { Sunset: 'Sat, 14 Nov 2026 12:00:00 GMT', ETag: '"1"', 'X-RateLimit-Daily-Limit': null },
    });
    expect([headers.get('etag'), headers.has('x-ratelimit-daily-limit')]).toEqual(['"1"', false]);
    const hoursBack = await paid({ kind: 'clock', ms: -7_200_000 });
    expect(Date.parse(hoursBack.headers.get('date') ?? '')).toBe(simulator.nowMs() - 7_200_000);
  });
});

describe('fault in transit, charged', () => {
  const last = () => simulator.transcript().at(-1);

  it('a slow head, under both names', async () => {
    for (const kind of ['delay', 'slow-head'] as const) {
      const { headAfterMs, body } = await play({ kind, ms: 60 });
      expect(headAfterMs).toBeGreaterThan(55);
      healthy(body.toString());
    }
    expect(charged(simulator)).toEqual(CHARGED);
  });

  it('a response that the client no longer waits for', async () => {
    simulator.addFaults([
      { action: { kind: 'delay', ms: 60 } },
      { action: { kind: 'drip', intervalMs: 20 } },
    ]);
    for (let requests = 0; requests < 2; requests += 1) {
      const headers = { Authorization: `Bearer ${simulator.liveKey}` };
      const abort = new AbortController();
      const known = simulator.transcript().length;
      const aborted = fetch(`${simulator.baseUrl}/health`, { headers, signal: abort.signal }).then(
        (response) => response.text(),
      );
      const ended = expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
      // Waits until the request has reached the service, because an earlier abort could prevent the request
      // from being sent.
      await expect.poll(() => simulator.transcript().length, { interval: 5 }).toBe(known + 1);
      abort.abort();
      await ended;
    }
    // This request has the same delay of 60 ms as the two aborted ones. When its response arrives, their
    // delays have therefore ended as well.
    expect((await play({ kind: 'delay', ms: 60 })).status).toBe(200);
    expect(simulator.transcript().slice(-3)).toMatchObject([
      { status: 200, charged: CHARGED },
      { status: 200, charged: CHARGED },
      { status: 200, charged: CHARGED },
    ]);
  });

  it('no response after processing', async () => {
    expect(await play({ kind: 'reset-after' })).toMatchObject({ status: 0, ended: 'orderly' });
    expect(last()).toMatchObject({ status: 200, charged: CHARGED });
    expect(await play({ kind: 'reset-after', hard: true })).toMatchObject({ status: 0, ended: 'reset' });
    expect(await play({ kind: 'hang', processed: true }, 100)).toMatchObject({ status: 0, ended: 'open' });
    expect(last()).toMatchObject({ status: 200, charged: CHARGED });
  });

  it.each([
    ['content-length', ['content-length']],
    ['chunked', ['transfer-encoding']],
    ['close', []],
  ] as const)('a truncated body, framed by %s', async (by, framing) => {
    const { headers, body, ended } = await play({ kind: 'truncate', by });
    const found = ['content-length', 'transfer-encoding'].filter((name) => headers.has(name));
    expect([found, ended]).toEqual([framing, 'orderly']);
    expect(body.toString()).toContain('"status"');
    expect(body.toString()).not.toContain('version');
    expect(body.toString()).not.toContain('\r\n0\r\n');
    expect(charged(simulator)).toEqual(CHARGED);
  });

  it('a truncated body, as fetch reports it', async () => {
    for (const by of ['content-length', 'chunked'] as const) {
      simulator.addFaults([{ action: { kind: 'truncate', by } }]);
      await expect(get(simulator, '/health')).rejects.toThrow(TypeError);
    }
    simulator.addFaults([{ action: { kind: 'truncate', by: 'close', bytes: 5 } }]);
    await expect(get(simulator, '/health')).rejects.toThrow(SyntaxError);
  });

  it('a body sent byte by byte, for a number of steps', async () => {
    const { headAfterMs, endedAfterMs, body } = await play({ kind: 'drip', intervalMs: 10, steps: 8 });
    expect(endedAfterMs - headAfterMs).toBeGreaterThan(65);
    healthy(body.toString());
    expect(charged(simulator)).toEqual(CHARGED);
  });

  it('a slow body ends with the service', async () => {
    const other = await start({ companies: 5 });
    other.addFaults([{ action: { kind: 'drip', intervalMs: 60_000 } }, { action: { kind: 'hang' } }]);
    const both = [getRaw(other, '/health'), getRaw(other, '/health')];
    await expect.poll(() => other.transcript()).toHaveLength(2);
    await other.dispose();
    for (const { ended } of await Promise.all(both)) expect(ended).not.toBe('open');
  });
});

describe('fault script', () => {
  it('combines actions on one request', async () => {
    const cut = await play([{ kind: 'delay', ms: 50 }, { kind: 'reset-after' }]);
    expect(cut).toMatchObject({ status: 0, ended: 'orderly' });
    expect(cut.endedAfterMs).toBeGreaterThan(45);
    expect(simulator.transcript().at(-1)).toMatchObject({ charged: CHARGED, fault: 'delay+reset-after' });
    const slow = await play([
      { kind: 'delay', ms: 50 },
      { kind: 'status', status: 503, shape: 'html' },
    ]);
    expect([slow.status, slow.headAfterMs > 45]).toEqual([503, true]);
    const packed = await play([{ kind: 'bom' }, { kind: 'gzip' }, { kind: 'truncate', bytes: 20 }]);
    expect([packed.headers.get('content-encoding'), packed.body.length]).toEqual(['gzip', 20]);
  });

  it('can skip requests, and counts only those that match', async () => {
    const answers = async (...paths: string[]) => {
      const statuses = [];
      for (const path of paths) statuses.push((await get(simulator, path)).status);
      return statuses;
    };
    simulator.addFaults([
      { match: '/health', after: 2, times: 1, action: { kind: 'status', status: 503 } },
      { match: '/filters', action: { kind: 'status', status: 500 } },
    ]);
    expect(await answers('/health', '/filters', '/health', '/health', '/health')).toEqual([
      200, 500, 200, 503, 200,
    ]);
  });

  it.each([
    [{ kind: 'redirect', location: 'http://x/\r\nSet-Cookie: a=b' }],
    [{ kind: 'headers', headers: { 'Bad Name': '1' } }],
    [{ kind: 'headers', headers: { 'Content-Length': '1' } }],
    [{ kind: 'status', status: 500, contentType: 'a\nb' }],
    [{ kind: 'gzip-bomb', megabytes: 501 }],
    [{ kind: 'garbage', hex: 'abc' }],
  ] as const)('is rejected completely if it contains %o', async (action) => {
    expect(() => simulator.addFaults([{ action: { kind: 'hang' } }, { action }])).toThrow();
    expect((await get(simulator, '/health')).status).toBe(200);
  });
});
