import { afterEach, describe, expect, it } from 'vitest';
import { PROFILES, type Simulator, type SimulatorOptions } from '../../../../electron/simulator/index.ts';
import { asRow, asRows, charged, DAY_MS, EPOCH_MS, get, lastDays, start, type Reply } from '../support.ts';

let simulator: Simulator;
const open = async (options: SimulatorOptions = {}): Promise<void> => {
  simulator = await start({ companies: 200, nowMs: () => EPOCH_MS, ...options });
};
afterEach(() => simulator.dispose());

const MINUTE_MS = 60_000;
const nextMidnight = Date.UTC(2026, 10, 15) / 1_000;
const nextMonth = Date.UTC(2026, 11, 1) / 1_000;

function expectRefusal(
  reply: Reply,
  limitType: string,
  limit: number,
  resetUnix: number,
  detail = `${limitType}_limit_exceeded`,
) {
  expect(reply.status).toBe(429);
  expect(reply.body).toMatchObject({ detail, limit_type: limitType, limit, used: limit });
  expect(typeof reply.body['error']).toBe('string');
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'x-ratelimit-limit-type': limitType,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-used': String(limit),
    'x-ratelimit-reset': String(resetUnix),
    'x-ratelimit-per-minute-limit': '20',
    'x-ratelimit-daily-limit': '300',
    'x-ratelimit-monthly-limit': '3000',
    'x-ratelimit-monthly-pagination-limit': '200',
    'x-ratelimit-daily-company-detail-limit': '100',
  });
  expect(charged(simulator)).toEqual({ requests: 0, records: 0, pageTurns: 0, companies: 0 });
  expect(simulator.transcript().at(-1)).toMatchObject({ status: 429, limitType, rows: 0 });
}

const list = (params: [string, string][] = []): Promise<Reply> =>
  get(simulator, '/fundings', [...lastDays(60), ['limit', '1'], ...params]);

async function companyIds(count: number): Promise<string[]> {
  const ids = new Set<string>();
  for (let offset = 0; ids.size < count; offset += 50) {
    const params: [string, string][] = [
      ['funding_date_start', '2020-01-01'],
      ['funding_date_end', '2026-11-14'],
    ];
    const { body } = await get(simulator, '/companies', [
      ...params,
      ['limit', '50'],
      ['offset', String(offset)],
    ]);
    for (const row of asRows(body['data'])) ids.add(String(row['id']));
  }
  return [...ids].slice(0, count);
}

describe('budgets', () => {
  it('per minute: 20 requests in a rolling 60 seconds', async () => {
    await open();
    for (let call = 0; call < 20; call += 1) {
      expect((await list()).status).toBe(200);
      simulator.advance(1_000);
    }
    const refused = await list();
    expectRefusal(refused, 'per_minute', 20, EPOCH_MS / 1_000 + 60, 'rate_limit_exceeded');
    expect(refused.body['retry_after']).toBe(40);
    expect(refused.headers.get('retry-after')).toBe('40');
    simulator.advance(39_999);
    expect((await list()).status).toBe(429);
    simulator.advance(1);
    expect((await list()).status).toBe(200); // exactly one request is no longer within the rolling minute
    expect((await list()).status).toBe(429);
  });

  it('per minute: concurrent requests never share the last place', async () => {
    await open();
    const replies = await Promise.all(Array.from({ length: 40 }, () => list()));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(20);
  });

  it('daily: 300 until midnight UTC', async () => {
    await open();
    simulator.spend({ requests: 299 });
    simulator.advance(MINUTE_MS);
    expect((await list()).status).toBe(200);
    simulator.advance(MINUTE_MS);
    const refused = await list();
    expectRefusal(refused, 'daily', 300, nextMidnight);
    expect(refused.body).not.toHaveProperty('retry_after');
    simulator.setNow(nextMidnight * 1_000 - 1);
    expect((await list()).status).toBe(429);
    simulator.advance(1);
    expect((await list()).status).toBe(200);
  });

  it('monthly requests: 3,000 until the 1st', async () => {
    await open();
    for (let days = 0; days < 10; days += 1) {
      simulator.spend({ requests: 300 });
      simulator.advance(DAY_MS);
    }
    expectRefusal(await list(), 'monthly', 3_000, nextMonth);
    simulator.setNow(nextMonth * 1_000);
    expect((await list()).status).toBe(200);
  });

  it('monthly records: one per row, named monthly_export; requests without records are still allowed', async () => {
    await open();
    simulator.spend({ records: 2_999 });
    expect((await list()).status).toBe(200);
    expect(charged(simulator)?.records).toBe(1);
    expectRefusal(await list(), 'monthly_export', 3_000, nextMonth);
    expect((await get(simulator, '/health')).status).toBe(200);
    simulator.setNow(nextMonth * 1_000);
    expect((await list()).status).toBe(200);
  });

  it('strict: rejects a request that would exceed the records, and every request once they are used up', async () => {
    await open({ profile: 'strict' });
    simulator.spend({ records: 2_999 });
    expect((await list([['limit', '2']])).status).toBe(200); // the first value applies: limit=1
    const refused = await get(simulator, '/health');
    expect(refused.body).toMatchObject({ limit_type: 'monthly', limit: 3_000, used: 3_000 });
  });

  it('page turns: 200 a month, first pages free in this profile; company requests are still allowed', async () => {
    await open();
    const [id] = await companyIds(1);
    simulator.spend({ pageTurns: 199 });
    expect((await list([['offset', '1']])).status).toBe(200);
    expect(charged(simulator)?.pageTurns).toBe(1);
    expectRefusal(await list([['offset', '1']]), 'monthly_pagination', 200, nextMonth);
    expect((await list()).status).toBe(200);
    expect((await get(simulator, `/companies/${id}`)).status).toBe(200);
    simulator.setNow(nextMonth * 1_000);
    expect((await list([['offset', '1']])).status).toBe(200);
  });

  it('company detail: 100 companies a day, repeats free, sub-resources count', async () => {
    await open();
    const ids = await companyIds(101);
    for (const id of ids.slice(0, 100)) {
      simulator.advance(4_000);
      const reply = await get(simulator, id === ids[0] ? `/companies/${id}/fundings` : `/companies/${id}`);
      expect(reply.status).toBe(200);
      expect(charged(simulator)?.companies).toBe(1);
    }
    simulator.advance(MINUTE_MS);
    expectRefusal(await get(simulator, `/companies/${ids[100]}`), 'daily_company_detail', 100, nextMidnight);
    expect((await get(simulator, `/companies/${ids[5]}`)).status).toBe(200);
    expect(charged(simulator)).toEqual({ requests: 1, records: 1, pageTurns: 0, companies: 0 });
    expect((await list()).status).toBe(200);
    simulator.setNow(nextMidnight * 1_000);
    expect((await get(simulator, `/companies/${ids[100]}`)).status).toBe(200);
  });

  it('test keys: 300 a month within the shared budgets', async () => {
    await open();
    const health = () => get(simulator, '/health', [], simulator.testKey);
    for (let call = 0; call < 4; call += 1) await get(simulator, '/health'); // with the live key: not counted
    simulator.advance(MINUTE_MS);
    for (let call = 0; call < 300; call += 1) {
      simulator.advance(call === 200 ? DAY_MS : 3_001);
      expect((await health()).status).toBe(200);
    }
    simulator.advance(MINUTE_MS);
    const refused = await health();
    expectRefusal(refused, 'monthly', 300, nextMonth);
    expect(refused.headers.get('x-ratelimit-test-key-monthly-limit')).toBe('300');
    expect((await get(simulator, '/health')).status).toBe(200);
    const stats = await get(simulator, '/stats');
    expect(asRow(asRow(stats.body['rate_limits'])['monthly'])['used']).toBe(306);
    simulator.setNow(nextMonth * 1_000);
    expect((await health()).status).toBe(200);
  });

  it('monthly records under their other name, where only lists count as export', async () => {
    await open({
      profile: { ...PROFILES.documented, exportCounts: 'lists-only', recordsLimitType: 'monthly' },
    });
    const [id] = await companyIds(1);
    simulator.spend({ records: 3_000 });
    expect((await get(simulator, `/companies/${id}`)).body['limit_type']).toBe('monthly');
  });

  it('charge nothing except for 2xx', async () => {
    await open();
    const calls: [string, [string, string][], string?][] = [
      ['/fundings', []],
      ['/fundings', [...lastDays(60), ['limit', '51']]],
      ['/companies', [...lastDays(60), ['offset', '500']]],
      ['/companies/cmp_none', []],
      ['/companies/cmp_none/contacts', []],
      ['/companies/cmp_none/open-roles', [['page', '0']]],
      ['/nothing', []],
      ['/health', [], 'fs_live_wrong'],
    ];
    for (const [path, params, key] of calls) {
      const { status } = await get(simulator, path, params, key ?? simulator.liveKey);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(charged(simulator), path).toEqual({ requests: 0, records: 0, pageTurns: 0, companies: 0 });
    }
    const { rate_limits: limits } = (await get(simulator, '/stats')).body;
    for (const [name, entry] of Object.entries(asRow(limits)))
      expect(asRow(entry)['used'], name).toBe(['per_minute', 'daily', 'monthly'].includes(name) ? 1 : 0);
  });

  it('worst case: everything counts', async () => {
    await open({ profile: 'worst-case' });
    for (const path of ['/health', '/filters', '/stats']) {
      await get(simulator, path);
      expect(charged(simulator)).toEqual({ requests: 1, records: 1, pageTurns: 0, companies: 0 });
    }
    await list();
    expect(charged(simulator)).toEqual({ requests: 1, records: 1, pageTurns: 1, companies: 0 });
  });

  it('lenient: the information endpoints are free, even in an exhausted minute', async () => {
    await open({ profile: 'lenient' });
    simulator.spend({ requests: 300 });
    expect((await get(simulator, '/stats')).status).toBe(200);
    expect((await list()).status).toBe(429);
  });

  it('/stats contains all use, including other devices and both keys', async () => {
    await open();
    await list();
    await get(simulator, '/health', [], simulator.testKey);
    await get(simulator, '/companies/cmp_none');
    simulator.spend({ requests: 5, records: 40, pageTurns: 2 });
    const { body } = await get(simulator, '/stats', [], simulator.testKey);
    expect(body).toMatchObject({
      api_key: { type: 'test' },
      successful_requests: 2,
      failed_requests: 1,
      total_requests: 3,
      endpoints_used: ['list_fundings', 'health', 'get_company'],
      user_rate_limit: 20,
      rate_limits: {
        per_minute: { limit: 20, used: 8, remaining: 12 },
        daily: { limit: 300, used: 8, remaining: 292, reset_unix: nextMidnight },
        monthly: { limit: 3_000, used: 8, remaining: 2_992, reset_unix: nextMonth },
        monthly_export: { limit: 3_000, used: 41, remaining: 2_959, reset_unix: nextMonth },
        daily_company_detail: { limit: 100, used: 0, remaining: 100 },
        monthly_pagination: { limit: 200, used: 2, remaining: 198 },
      },
    });
    expect(asRows(body['daily_usage']).at(-1)).toEqual({ date: '2026-11-14', requests: 8 });
  });
});
