import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../../electron/simulator/index.ts';
import { openReceiver } from '../webhook/receiver.ts';
import { asRow, asRows, charged, EPOCH_MS, get, lastDays, start } from '../support.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await start({ companies: 200, controlPort: 0, nowMs: () => EPOCH_MS });
});
afterAll(() => simulator.dispose());

interface ControlReply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Sends a request with node:http, because `fetch` does not allow the headers Host and Origin. */
const send = (
  method: string,
  path: string,
  body = '',
  headers: Record<string, string> = {},
): Promise<ControlReply> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(simulator.controlUrl ?? '');
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: asRow(JSON.parse(text)) }));
    });
    sent.on('error', reject).end(body);
  });
const post = (path: string, body: unknown): Promise<ControlReply> =>
  send('POST', `/__sim/${path}`, JSON.stringify(body));

describe('control plane', () => {
  it('rejects web pages, other host names, API keys and other paths', async () => {
    expect((await send('GET', '/__sim/state', '', { Origin: 'http://127.0.0.1' })).status).toBe(403);
    expect((await send('GET', '/__sim/state', '', { Origin: 'null' })).status).toBe(403);
    expect((await send('GET', '/__sim/state', '', { Host: 'evil.example' })).status).toBe(403);
    expect((await send('GET', '/__sim/state', '', { Host: '127.0.0.1.evil.example' })).status).toBe(403);
    expect(
      (await send('GET', '/__sim/state', '', { Authorization: `Bearer ${simulator.liveKey}` })).status,
    ).toBe(403);
    expect((await send('GET', '/api/v1/health')).status).toBe(404);
    expect((await send('GET', '/state')).status).toBe(404);
    expect((await send('GET', '/__sim/nothing')).status).toBe(404);
    expect((await send('DELETE', '/__sim/state')).status).toBe(405);
    expect((await send('POST', '/__sim/clock', '{')).status).toBe(400);
    expect((await post('clock', { forwardMs: 1 })).status).toBe(400);
    expect((await post('reveal', { companyId: 'none' })).status).toBe(400);
    expect((await post('faults', { faults: [{ action: { kind: 'explode' } }] })).status).toBe(400);
    expect((await send('POST', '/__sim/spend', ' '.repeat(1_100_000))).status).toBe(413);
  });

  it('is off unless requested', async () => {
    const plain = await start({ companies: 10 });
    expect(plain.controlUrl).toBeNull();
    await plain.dispose();
  });

  it('sets the clock', async () => {
    const clockOf = ({ body }: ControlReply): unknown => asRow(body['clock'])['nowMs'];
    expect(clockOf(await post('clock', { setMs: EPOCH_MS }))).toBe(EPOCH_MS);
    expect(clockOf(await post('clock', { advanceMs: 5_000 }))).toBe(EPOCH_MS + 5_000);
    expect(clockOf(await post('clock', { skewMs: -7_000 }))).toBe(EPOCH_MS - 7_000);
    expect(clockOf(await post('clock', { freeze: true, setMs: EPOCH_MS }))).toBe(EPOCH_MS);
    expect(clockOf(await post('clock', { freeze: false }))).toBe(EPOCH_MS);
  });

  it('spends, reveals, lets a plan lapse and revokes keys', async () => {
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

  it('goes offline and returns on the same port', async () => {
    await post('service', { online: false });
    await expect(get(simulator, '/health')).rejects.toThrow();
    expect(simulator.online()).toBe(false);
    await post('service', { online: true });
    expect((await get(simulator, '/health')).status).toBe(200);
  });

  it('returns the transcript without keys', async () => {
    await get(simulator, '/fundings', [...lastDays(60), ['api_key', 'secret-in-the-address']]);
    const { body } = await send('GET', '/__sim/transcript?since=0');
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
    expect((await send('GET', `/__sim/transcript?since=${since}`)).body['entries']).toEqual([]);
  });
});

describe('faults', () => {
  const health = () => get(simulator, '/health');
  const play = (action: unknown, more: object = {}) => post('faults', { faults: [{ action, ...more }] });
  const free = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
  beforeAll(() => simulator.advance(3_600_000));

  it('apply to matching paths only, as often as requested', async () => {
    await play({ kind: 'status', status: 503, body: { error: 'down' } }, { match: '/health', times: 2 });
    expect((await get(simulator, '/filters')).status).toBe(200);
    expect(await health()).toMatchObject({ status: 503, body: { error: 'down' } });
    expect(charged(simulator)).toEqual(free);
    expect((await health()).status).toBe(503);
    expect((await health()).status).toBe(200);
  });

  it('send any body, and charge an unreadable 200', async () => {
    await play({ kind: 'status', status: 200, body: '<html>', contentType: 'text/html' });
    await expect(health()).rejects.toThrow(SyntaxError);
    expect(charged(simulator)).toEqual({ ...free, requests: 1 });
  });

  it('are listed while they wait, and can be cleared', async () => {
    const actions = [{ kind: 'delay', ms: 1 }, { kind: 'reset-after' }];
    await post('faults', { faults: [{ match: '/stats', after: 3, times: 2, action: actions }] });
    expect((await send('GET', '/__sim/faults')).body['waiting']).toEqual([
      { match: '/stats', label: 'delay+reset-after', after: 3, times: 2 },
    ]);
    await post('faults', { clear: true });
    expect((await send('GET', '/__sim/faults')).body['waiting']).toEqual([]);
  });

  it.each([
    'per_minute',
    'daily',
    'monthly',
    'monthly_export',
    'monthly_pagination',
    'daily_company_detail',
    'test_key_monthly',
  ])('reject a request with a 429 of %s', async (limitType) => {
    await play({ kind: 'limit', limitType });
    const { status, body, headers } = await health();
    expect(status).toBe(429);
    expect(body).toMatchObject({ limit_type: limitType, limit: body['used'] });
    expect(headers.get('x-ratelimit-limit-type')).toBe(limitType);
    expect(charged(simulator)).toEqual(free);
  });
});

describe('account and service', () => {
  beforeAll(() => simulator.advance(3_600_000));

  it('another device spends on a schedule', async () => {
    const before = Number(asRow(asRow((await post('spend', {})).body['counters'])['monthly'])['used']);
    await post('ghost', { requestsPerHour: 6, records: 2 });
    const { body } = await post('clock', { advanceMs: 3_600_000 });
    expect(body['ghost']).toMatchObject({ spent: 6, schedule: { requestsPerHour: 6, records: 2 } });
    expect(asRow(asRow(body['counters'])['monthly'])['used']).toBe(before + 6);
    expect((await post('ghost', { off: true })).body['ghost']).toBeNull();
    expect((await post('ghost', { requestsPerHour: 5_000 })).status).toBe(400);
    const counters = asRow((await post('spend', { companies: 4 })).body['counters']);
    expect(asRow(counters['daily_company_detail'])['used']).toBe(4);
  });

  it('the profile changes as a whole or switch by switch', async () => {
    const profileOf = ({ body }: ControlReply) => asRow(body['profile']);
    expect(profileOf(await post('profile', { name: 'strict', set: { defaultLimit: 50 } }))).toMatchObject({
      dateErrorStatus: 422,
      defaultLimit: 50,
    });
    const page = () => get(simulator, '/fundings', lastDays(60));
    expect(asRow((await page()).body['pagination'])['limit']).toBe(50);
    const set = { maxSpanDays: 12, apiVersion: '9.9.9', healthCost: { requests: 0, records: 0 } };
    expect(profileOf(await post('profile', { set }))).toMatchObject({ ...set, dateErrorStatus: 422 });
    for (const wrong of [
      { name: 'kind' },
      { set: { nothing: 1 } },
      { set: { defaultLimit: '50' } },
      { set: { healthCost: { requests: 1 } } },
      { set: { wrapDetail: null } },
      { set: { sortOrder: 'sideways' } },
      { set: { maxSpanDays: '90' } },
    ])
      expect((await post('profile', wrong)).status).toBe(400);
    expect(profileOf(await post('profile', { name: 'documented' }))).toMatchObject({ dateErrorStatus: 400 });
  });

  it('a company vanishes and returns', async () => {
    const list = async () =>
      asRows((await get(simulator, '/fundings', [...lastDays(60), ['limit', '50']])).body['data']).map(
        (row) => String(asRow(row['company'])['id']),
      );
    const [companyId = ''] = await list();
    const status = async (below = '') => (await get(simulator, `/companies/${companyId}${below}`)).status;
    expect((await post('companies/vanish', { companyId })).body['vanished']).toEqual([companyId]);
    expect([await status(), await status('/fundings'), await status('/contacts')]).toEqual([404, 404, 404]);
    expect(charged(simulator)).toEqual({ requests: 0, records: 0, pageTurns: 0, companies: 0 });
    expect(await list()).not.toContain(companyId);
    expect((await post('companies/return', { companyId })).body['vanished']).toEqual([]);
    expect([await status(), (await list()).includes(companyId)]).toEqual([200, true]);
    expect((await post('companies/vanish', { companyId: 'nobody' })).status).toBe(400);
  });

  it('the webhook is configured, tested and shown without its key', async () => {
    const receiver = await openReceiver();
    const { body } = await post('webhook', { url: receiver.url });
    const key = String(body['webhookKey']);
    expect(key.length).toBeGreaterThanOrEqual(8);
    expect((await post('webhook/test', {})).status).toBe(200);
    await expect.poll(() => receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
    const page = await get(simulator, '/companies', [...lastDays(60), ['limit', '1']]);
    const companyId = asRows(page.body['data'])[0]?.['id'];
    await post('webhook/context', { companyId, userNote: 'mine', trackingStatus: null });
    await post('webhook/send', { companyId });
    await expect.poll(() => receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.event['userContext']).toMatchObject({ userNote: 'mine' });
    const shown = async () => (await send('GET', '/__sim/webhook')).body;
    await expect.poll(shown).toMatchObject({
      config: { url: receiver.url },
      waiting: 0,
      deliveries: [{ ok: true, status: 202 }, { companyId }],
    });
    expect(JSON.stringify(await shown())).not.toContain(key);
    expect((await post('webhook', { url: 'file:///etc/passwd' })).status).toBe(400);
    expect((await post('webhook/send', {})).status).toBe(400);
    expect((await post('webhook', { off: true })).body['webhookKey']).toBeUndefined();
    expect((await post('webhook/test', {})).status).toBe(400);
    await receiver.close();
  });

  it('the audit can be read', async () => {
    const { body } = await send('GET', '/__sim/audit');
    expect(body['calls']).toBe(simulator.transcript().length);
    expect(asRow(body['byOperation'])['health']).toBeGreaterThan(0);
    expect((await send('GET', '/__sim/audit?since=x')).status).toBe(400);
  });
});
