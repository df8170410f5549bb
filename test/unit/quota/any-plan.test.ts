import { describe, expect, it } from 'vitest';
import {
  START_MS,
  budgetOf,
  createGoverned,
  detailCall,
  listCall,
  readingWith,
  statsCall,
  type Governed,
} from '../../support/quota/manual-governor.ts';
import { failureOf } from '../../support/common/failure.ts';

/*
 * Accounts whose limits, resets and keys differ from the documented ones (spec §8). The governor starts on
 * 14 May 2026 at 10:00 UTC.
 */

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const TEST_KEY_HEADER = { 'x-ratelimit-test-key-monthly-limit': '300' };
const unix = (ms: number): string => String(ms / 1_000);
const other = (name: string) => ({ ...listCall(5), canonical: `/${name}` });

/** Sends a request that the service refuses with a 429. */
async function refuse(
  governed: Governed,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const running = governed.run(other(`refused-${Math.random()}`));
  await governed.clock.advance(0);
  governed.sent[0]?.answer({ status: 429, body: { error: 'limit', ...body }, headers, value: null });
  return failureOf(running);
}

async function confirmed(headers: Readonly<Record<string, string>> = {}): Promise<Governed> {
  const governed = createGoverned();
  const running = governed.run(other('first'));
  await governed.clock.advance(0);
  governed.sent[0]?.answer({ headers, rows: 0 });
  await running;
  return governed;
}

const read = (governed: Governed, reading: ReturnType<typeof readingWith>): void =>
  governed.governor.reconcile(reading, governed.governor.serverNowMs());

describe('a test key', () => {
  it('closes only its own budget with a monthly 429, and the live key is not refused', async () => {
    const governed = await confirmed(TEST_KEY_HEADER);
    const body = { limit_type: 'monthly', limit: 300, used: 300 };
    expect(await refuse(governed, body, TEST_KEY_HEADER)).toMatchObject({
      kind: 'quota-exhausted',
      budget: 'test-key',
    });
    expect(budgetOf(governed.governor, 'test-key')).toMatchObject({ left: 0, limit: 300 });
    expect(budgetOf(governed.governor, 'month-requests')).toMatchObject({ limit: 3_000, left: 2_999 });
    governed.governor.keyReplaced('same-account');
    expect((await governed.spend(detailCall('a'))).receipt.outcome).toBe('spent');
    expect(governed.governor.status().budgets.map(({ budget }) => budget)).not.toContain('test-key');
  });

  it('closes the account with a monthly 429 that names the limit of the account', async () => {
    const governed = await confirmed(TEST_KEY_HEADER);
    const body = { limit_type: 'monthly', limit: 3_000, used: 3_000 };
    expect(await refuse(governed, body, TEST_KEY_HEADER)).toMatchObject({ budget: 'month-requests' });
  });

  it('whose /stats names its own limit as monthly does not lower the limit of the account', async () => {
    const governed = await confirmed(TEST_KEY_HEADER);
    read(governed, readingWith({ monthly: { limit: 300, used: 120 } }, 'test'));
    expect(budgetOf(governed.governor, 'month-requests').limit).toBe(3_000);
    expect(budgetOf(governed.governor, 'test-key')).toMatchObject({ limit: 300, left: 180 });
  });

  it('counts the requests of other devices, unless they are more than it can have made', async () => {
    const governed = await confirmed(TEST_KEY_HEADER);
    read(governed, readingWith({ monthly: 200 }, 'test'));
    expect(budgetOf(governed.governor, 'test-key')).toMatchObject({ used: 1, others: 199, left: 100 });
    await governed.clock.advance(11 * MINUTE_MS);
    read(governed, readingWith({ monthly: 900 }, 'test'));
    expect(budgetOf(governed.governor, 'test-key')).toMatchObject({ others: null, left: 299 });
  });

  it('counts no other device again when its month starts at another time', async () => {
    const governed = await confirmed(TEST_KEY_HEADER);
    read(governed, readingWith({ daily: 200, monthly: 200 }, 'test'));
    await governed.clock.advance(MINUTE_MS);
    const resetsAtMs = Date.UTC(2026, 5, 3, 6);
    read(governed, readingWith({ monthly: 200, testKeyMonthly: { used: 1, resetsAtMs } }, 'test'));
    expect(budgetOf(governed.governor, 'test-key')).toMatchObject({ others: 0, left: 299, resetsAtMs });
  });

  it('that was not known as one leaves no limit behind when a live key replaces it', async () => {
    const governed = await confirmed();
    await refuse(governed, { limit_type: 'monthly', limit: 300, used: 300 });
    expect(budgetOf(governed.governor, 'month-requests')).toMatchObject({ limit: 300, left: 0 });
    governed.governor.keyReplaced('same-account');
    expect(budgetOf(governed.governor, 'month-requests')).toMatchObject({
      limit: 3_000,
      closedUntilMs: null,
    });
  });
});

describe('/stats', () => {
  it('can be requested five minutes after a 429, and reopens a budget that has room', async () => {
    const governed = await confirmed();
    await refuse(governed, { limit_type: 'monthly', limit: 3_000, used: 3_000 });
    expect(await failureOf(governed.run(statsCall))).toMatchObject({ kind: 'quota-exhausted' });
    await governed.clock.advance(6 * MINUTE_MS);
    expect(governed.governor.preview(statsCall).decision).toEqual({ kind: 'go' });
    expect(await failureOf(governed.run(detailCall('a')))).toMatchObject({ kind: 'quota-exhausted' });
    expect(await failureOf(governed.run(statsCall, { lane: 'catch-up' }))).toMatchObject({
      kind: 'quota-exhausted',
    });
    await governed.spend(statsCall, 1);
    read(governed, readingWith({ monthly: 40, monthlyExport: 40 }));
    expect(budgetOf(governed.governor, 'month-requests')).toMatchObject({ closedUntilMs: null, left: 2_960 });
    expect((await governed.spend(detailCall('a'))).receipt.outcome).toBe('spent');
  });

  it('does not reopen a budget that has no room', async () => {
    const governed = await confirmed();
    await refuse(governed, { limit_type: 'daily_company_detail', limit: 100, used: 100 });
    await governed.clock.advance(6 * MINUTE_MS);
    await governed.spend(statsCall, 1);
    read(governed, readingWith({ daily: 40, dailyCompanyDetail: 100 }));
    expect(budgetOf(governed.governor, 'companies-day').closedUntilMs).not.toBeNull();
    expect(await failureOf(governed.run(detailCall('a')))).toMatchObject({ budget: 'companies-day' });
  });
});

describe('a reset at another time than midnight UTC', () => {
  const RESET_MS = Date.UTC(2026, 4, 14, 17, 30);

  it.each([
    ['X-RateLimit-Reset', {}, { 'x-ratelimit-reset': unix(RESET_MS) }],
    ['reset_unix', { reset_unix: RESET_MS / 1_000 }, {}],
    ['Retry-After', {}, { 'retry-after': unix(RESET_MS - START_MS) }],
  ])(
    'in %s reopens the budget on time, and counts from zero once it is repeated',
    async (_name, body, headers) => {
      const governed = await confirmed();
      await governed.spend(detailCall('a'));
      await refuse(governed, { limit_type: 'daily', limit: 300, used: 300, ...body }, headers);
      const closedUntilMs = budgetOf(governed.governor, 'day').closedUntilMs ?? 0;
      expect(Math.abs(closedUntilMs - RESET_MS)).toBeLessThan(MINUTE_MS);
      await governed.clock.advance(RESET_MS - START_MS - 2 * MINUTE_MS);
      expect(await failureOf(governed.run(detailCall('b')))).toMatchObject({ budget: 'day' });
      await governed.clock.advance(4 * MINUTE_MS);
      // Other clients used most of the budget, so the app cannot rule out that the service uses a rolling
      // window. This app's own two requests may still count in such a window.
      expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 2, left: 298, closedUntilMs: null });
      read(governed, readingWith({ daily: { used: 0, resetsAtMs: RESET_MS + DAY_MS } }));
      expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 0, left: 300 });
      const next = budgetOf(governed.governor, 'day').resetsAtMs ?? 0;
      expect(Math.abs(next - RESET_MS - DAY_MS)).toBeLessThan(MINUTE_MS);
      await governed.spend(detailCall('b'));
      // Midnight UTC passes. The budgets of this account do not reset then, so the request still counts.
      await governed.clock.advance(7 * HOUR_MS);
      expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 1, left: 299 });
    },
  );

  it('does not follow a short Retry-After, which services send with every 429', async () => {
    const governed = await confirmed();
    await refuse(governed, { limit_type: 'daily', limit: 300, used: 300, retry_after: 60 });
    expect(budgetOf(governed.governor, 'day').closedUntilMs).toBeGreaterThan(Date.UTC(2026, 4, 14, 23, 59));
  });

  it('in /stats moves a month, and counts the requests since its start', async () => {
    const governed = await confirmed();
    await governed.spend(listCall(50), 40);
    const resetsAtMs = Date.UTC(2026, 4, 20, 6);
    const budget = (used: number) => ({ used, resetsAtMs });
    read(governed, readingWith({ monthly: budget(2), monthlyExport: budget(40) }));
    expect(budgetOf(governed.governor, 'month-requests')).toMatchObject({ used: 2, resetsAtMs });
    expect(budgetOf(governed.governor, 'month-records')).toMatchObject({ used: 40, resetsAtMs });
    await governed.clock.advance(resetsAtMs - START_MS + HOUR_MS);
    expect(budgetOf(governed.governor, 'month-records')).toMatchObject({
      used: 0,
      resetsAtMs: Date.UTC(2026, 5, 20, 6),
    });
    read(governed, readingWith({ monthly: { used: 0, resetsAtMs: Date.UTC(2026, 5, 1) } }));
    // The month is a calendar month again, so the requests of 14 May count again.
    expect(budgetOf(governed.governor, 'month-requests')).toMatchObject({
      used: 2,
      resetsAtMs: Date.UTC(2026, 5, 1),
    });
  });

  it('counts companies by the days of the service', async () => {
    const governed = await confirmed();
    await governed.spend(detailCall('a'));
    const resetsAtMs = Date.UTC(2026, 4, 14, 12);
    read(governed, readingWith({ dailyCompanyDetail: { used: 1, resetsAtMs } }));
    expect(budgetOf(governed.governor, 'companies-day')).toMatchObject({ used: 1, resetsAtMs });
    await governed.clock.advance(3 * HOUR_MS);
    expect(budgetOf(governed.governor, 'companies-day')).toMatchObject({ used: 0 });
    expect((await governed.spend(detailCall('a'))).receipt.cost.companies).toBe(1);
    expect((await governed.spend(detailCall('a'))).receipt.cost.companies).toBe(0);
  });

  it('is ignored if it is too far away to be the next one', async () => {
    const governed = await confirmed();
    read(governed, readingWith({ daily: { used: 1, resetsAtMs: START_MS + 3 * DAY_MS + HOUR_MS } }));
    expect(budgetOf(governed.governor, 'day').resetsAtMs).toBe(Date.UTC(2026, 4, 15));
  });
});

describe('the record limit', () => {
  it('is the user’s, even for the export budget, until the service reports more', async () => {
    const governed = await confirmed();
    const { governor } = governed;
    governor.setRecordLimit(10_000);
    expect(budgetOf(governor, 'month-records')).toMatchObject({ limit: 10_000, limitSource: 'chosen' });
    expect(budgetOf(governor, 'export').limit).toBe(10_000);
    read(governed, readingWith({ monthlyExport: { limit: 12_000, used: 5 } }));
    expect(budgetOf(governor, 'month-records')).toMatchObject({ limit: 12_000, limitSource: 'stats' });
    governor.setRecordLimit(null);
    expect(budgetOf(governor, 'month-records')).toMatchObject({ limit: 3_000, limitSource: 'documented' });
  });

  it('is not lowered by an export limit', async () => {
    const governed = await confirmed();
    governed.governor.setRecordLimit(10_000);
    read(governed, readingWith({ monthlyExport: { limit: 500, used: 5 } }));
    expect(budgetOf(governed.governor, 'month-records').limit).toBe(10_000);
    expect(budgetOf(governed.governor, 'export').limit).toBe(500);
  });
});

describe('a spending cap', () => {
  it('per month refuses until the month ends, and counts all of its days', async () => {
    const governed = await confirmed();
    const { governor } = governed;
    governor.setAllowance('all', 60, 'month');
    await governed.spend(listCall(50), 50);
    await governed.clock.advance(2 * DAY_MS);
    expect(governor.allowances()[0]).toMatchObject({ used: 0, usedThisMonth: 50, recordsAMonth: 60 });
    expect(await failureOf(governed.run(listCall(25)))).toMatchObject({
      kind: 'quota-exhausted',
      allowance: 'all',
      resetsAtMs: Date.UTC(2026, 5, 1),
    });
    await governed.clock.advance(Date.UTC(2026, 5, 1, 1) - START_MS - 2 * DAY_MS);
    expect((await governed.spend(listCall(25), 25)).receipt.outcome).toBe('spent');
  });

  it('per month lasts to the end of the calendar month, even if the plan’s month ends earlier', async () => {
    const governed = await confirmed();
    const budget = { used: 0, resetsAtMs: Date.UTC(2026, 4, 20, 6) };
    read(governed, readingWith({ monthly: { ...budget, used: 1 }, monthlyExport: budget }));
    governed.governor.setAllowance('all', 180, 'month');
    expect(governed.governor.room()).toMatchObject({ daysLeft: 6, recordsADay: 10 });
  });

  it('of a screen refuses only the user’s requests from that screen', async () => {
    const governed = await confirmed();
    const { governor } = governed;
    governor.setAllowance('screen-search', 30);
    await governed.spend(listCall(25), 25);
    expect(await failureOf(governed.run(listCall(10)))).toMatchObject({ allowance: 'screen-search' });
    const elsewhere = governed.run(detailCall('a'), { screen: 'company' });
    await governed.clock.advance(0);
    governed.sent[0]?.answer();
    await elsewhere;
    const background = governed.run(listCall(10, 25), { lane: 'catch-up' });
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ rows: 10 });
    await background;
    const used = governor.allowances().find(({ scope }) => scope === 'screen-search')?.used;
    expect(used).toBe(25);
  });
});

describe('the check of another key', () => {
  const check = { ...statsCall, isKeyCheck: true };

  it('is sent although the current key is refused or its budget closed, and changes neither', async () => {
    const governed = await confirmed();
    await refuse(governed, { limit_type: 'monthly', limit: 3_000, used: 3_000 });
    const running = governed.run(check);
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ headers: { ...TEST_KEY_HEADER, 'x-ratelimit-daily-limit': '7' } });
    expect((await running).receipt.outcome).toBe('spent');
    expect(budgetOf(governed.governor, 'day').limit).toBe(300);
    expect(governed.governor.status().budgets.map(({ budget }) => budget)).not.toContain('test-key');
  });

  it('that the service refuses does not stop the current key', async () => {
    const governed = await confirmed();
    const running = governed.run(check);
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ status: 401, body: { error: 'invalid' }, value: null });
    expect(await failureOf(running)).toMatchObject({ kind: 'unauthorized', reason: 'key-refused' });
    expect((await governed.spend(detailCall('a'))).receipt.outcome).toBe('spent');
  });
});
