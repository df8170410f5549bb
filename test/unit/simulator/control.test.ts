import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../electron/simulator/index.ts';
import { asRow, asRows, charged, EPOCH_MS, get, lastDays, start } from './support.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await start({ companies: 200, controlPort: 0, nowMs: () => EPOCH_MS });
});
afterAll(() => simulator.dispose());

interface Asked {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** With node:http, because fetch sets Host and Origin itself. */
const ask = (method: string, path: string, body = '', headers: Record<string, string> = {}): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(simulator.controlUrl ?? '');
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: asRow(JSON.parse(text)) }));
    });
    sent.on('error', reject).end(body);
  });
const post = (path: string, body: unknown): Promise<Asked> =>
  ask('POST', `/__sim/${path}`, JSON.stringify(body));

describe('control plane', () => {
  it('refuses pages, names, keys and other paths', async () => {
    expect((await ask('GET', '/__sim/state', '', { Origin: 'http://127.0.0.1' })).status).toBe(403);
    expect((await ask('GET', '/__sim/state', '', { Origin: 'null' })).status).toBe(403);
    expect((await ask('GET', '/__sim/state', '', { Host: 'evil.example' })).status).toBe(403);
    expect((await ask('GET', '/__sim/state', '', { Host: '127.0.0.1.evil.example' })).status).toBe(403);
    expect(
      (await ask('GET', '/__sim/state', '', { Authorization: `Bearer ${simulator.liveKey}` })).status,
    ).toBe(403);
    expect((await ask('GET', '/api/v1/health')).status).toBe(404);
    expect((await ask('GET', '/state')).status).toBe(404);
    expect((await ask('GET', '/__sim/nothing')).status).toBe(404);
    expect((await ask('DELETE', '/__sim/state')).status).toBe(405);
    expect((await ask('POST', '/__sim/clock', '{')).status).toBe(400);
    expect((await post('clock', { forwardMs: 1 })).status).toBe(400);
    expect((await post('reveal', { companyId: 'none' })).status).toBe(400);
    expect((await post('faults', { faults: [{ action: { kind: 'explode' } }] })).status).toBe(400);
    expect((await ask('POST', '/__sim/spend', ' '.repeat(1_100_000))).status).toBe(413);
  });

  it('is not there unless asked for', async () => {
    const plain = await start({ companies: 10 });
    expect(plain.controlUrl).toBeNull();
    await plain.dispose();
  });

  it('moves the clock', async () => {
    const clockOf = ({ body }: Asked): unknown => asRow(body['clock'])['nowMs'];
    expect(clockOf(await post('clock', { setMs: EPOCH_MS }))).toBe(EPOCH_MS);
    expect(clockOf(await post('clock', { advanceMs: 5_000 }))).toBe(EPOCH_MS + 5_000);
    expect(clockOf(await post('clock', { skewMs: -7_000 }))).toBe(EPOCH_MS - 7_000);
    expect(clockOf(await post('clock', { freeze: true, setMs: EPOCH_MS }))).toBe(EPOCH_MS);
    expect(clockOf(await post('clock', { freeze: false }))).toBe(EPOCH_MS);
  });

  it('spends, reveals, lapses and revokes', async () => {
    const { body } = await post('spend', { requests: 3, records: 7, pageTurns: 1 });
    expect(body['counters']).toMatchObject({
      daily: { used: 3 },
      monthly_pagination: { used: 1 },
      monthlyRecords: 7,
    });
    const page = await get(simulator, '/companies', [...lastDays(60), ['limit', '1']]);
    const companyId = asRows(page.body['data'])[0]?.['id'];
    expect((await post('reveal', { companyId })).body['revealed']).toEqual([companyId]);
    await post('plan', { lapsed: true });
    expect((await get(simulator, '/health')).status).toBe(403);
    await post('plan', { lapsed: false });
    await post('key', { revoked: true });
    expect((await get(simulator, '/health')).status).toBe(401);
    await post('key', { revoked: false });
    expect((await get(simulator, '/health')).status).toBe(200);
  });

  it('goes offline and comes back on the same port', async () => {
    await post('service', { online: false });
    await expect(get(simulator, '/health')).rejects.toThrow();
    expect(simulator.online()).toBe(false);
    await post('service', { online: true });
    expect((await get(simulator, '/health')).status).toBe(200);
  });

  it('hands out the transcript without keys', async () => {
    await get(simulator, '/fundings', [...lastDays(60), ['api_key', 'secret-in-the-address']]);
    const { body } = await ask('GET', '/__sim/transcript?since=0');
    const entries = asRows(body['entries']);
    expect(entries.at(-1)).toMatchObject({
      method: 'GET',
      path: '/api/v1/fundings',
      status: 200,
      rows: 25,
      keyType: 'live',
    });
    expect(entries.at(-1)?.['unknownParameters']).toEqual(['api_key']);
    expect(JSON.stringify(entries)).not.toContain('secret-in-the-address');
    const since = Number(entries.at(-1)?.['seq']);
    expect((await ask('GET', `/__sim/transcript?since=${since}`)).body['entries']).toEqual([]);
  });
});

describe('faults', () => {
  const health = () => get(simulator, '/health');
  const play = (action: unknown, more: object = {}) => post('faults', { faults: [{ action, ...more }] });
  const free = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
  beforeAll(() => simulator.advance(3_600_000));

  it('delays', async () => {
    await play({ kind: 'delay', ms: 60 });
    const startedAt = performance.now();
    expect((await health()).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(55);
  });

  it('plays on matching paths only, as often as asked', async () => {
    await play({ kind: 'status', status: 503, body: { error: 'down' } }, { match: '/health', times: 2 });
    expect((await get(simulator, '/filters')).status).toBe(200);
    expect(await health()).toMatchObject({ status: 503, body: { error: 'down' } });
    expect(charged(simulator)).toEqual(free);
    expect((await health()).status).toBe(503);
    expect((await health()).status).toBe(200);
  });

  it('sends any body, and charges an unreadable 200', async () => {
    await play({ kind: 'status', status: 200, body: '<html>', contentType: 'text/html' });
    await expect(health()).rejects.toThrow(SyntaxError);
    expect(charged(simulator)).toEqual({ ...free, requests: 1 });
  });

  it('cuts the connection before and after processing', async () => {
    await play({ kind: 'reset-before' });
    await expect(health()).rejects.toThrow();
    expect(simulator.transcript().at(-1)).toMatchObject({ status: 0, charged: free, fault: 'reset-before' });
    await play({ kind: 'reset-after' });
    await expect(health()).rejects.toThrow();
    expect(simulator.transcript().at(-1)).toMatchObject({ status: 200, charged: { ...free, requests: 1 } });
  });

  it('truncates, inflates and redirects', async () => {
    await play({ kind: 'truncate' });
    await expect(health()).rejects.toThrow();
    await play({ kind: 'oversize', bytes: 300_000 });
    const response = await fetch(`${simulator.baseUrl}/health`, {
      headers: { Authorization: `Bearer ${simulator.liveKey}` },
    });
    expect((await response.arrayBuffer()).byteLength).toBe(300_000);
    await play({ kind: 'redirect', location: 'http://127.0.0.1:1/' });
    const redirected = await health();
    expect([redirected.status, redirected.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/']);
  });

  it.each([
    'per_minute',
    'daily',
    'monthly',
    'monthly_export',
    'monthly_pagination',
    'daily_company_detail',
    'test_key_monthly',
  ])('refuses with %s', async (limitType) => {
    await play({ kind: 'limit', limitType });
    const { status, body, headers } = await health();
    expect(status).toBe(429);
    expect(body).toMatchObject({ limit_type: limitType, limit: body['used'] });
    expect(headers.get('x-ratelimit-limit-type')).toBe(limitType);
    expect(charged(simulator)).toEqual(free);
  });
});
