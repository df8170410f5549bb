import { describe, expect, it } from 'vitest';
import { all } from '../../../electron/core/database/sql.ts';
import { TransportFailure } from '../../../electron/core/ports.ts';
import {
  START_MS,
  budgetOf,
  cost,
  createGoverned,
  detailCall,
  listCall,
  readingWith,
  statsCall,
  type Governed,
} from '../../support/quota/manual-governor.ts';
import { failureOf } from '../../support/common/failure.ts';

type Reading = Parameters<typeof readingWith>[0];
async function confirm(
  governed: Governed,
  reading: Reading,
  keyType?: 'live' | 'test' | 'unknown',
): Promise<void> {
  const { serverNowMs } = await governed.spend(statsCall);
  governed.governor.reconcile(readingWith(reading, keyType), serverNowMs);
}
async function lose(governed: Governed, call = listCall(25)): Promise<void> {
  const running = governed.run(call);
  await governed.clock.advance(0);
  governed.sent[0]?.fail(new TransportFailure('timeout', true));
  await failureOf(running);
}
const others = (governed: Governed) =>
  governed.governor.ledger(0, 50).rows.filter(({ state }) => state === 'other-device');

describe('reconcile', () => {
  it('ignores a shared reading for the requests sent since', async () => {
    const governed = createGoverned();
    await governed.spend(listCall(25), 10);
    const { serverNowMs } = await governed.spend(statsCall);
    const reading = readingWith({ daily: 2, monthly: 2 });
    governed.governor.reconcile(reading, serverNowMs);
    await governed.spend(listCall(10), 10);
    governed.governor.reconcile(reading, serverNowMs);
    expect(all(governed.db, 'SELECT newest_entry FROM reading')).toEqual([{ newest_entry: 2 }]);
  });

  it('adds the use of other devices, today and earlier this month, so the ledger matches the reading', async () => {
    const governed = createGoverned();
    await governed.spend(listCall(25), 10);
    await confirm(governed, {
      daily: 7,
      monthly: 40,
      monthlyExport: 111,
      dailyCompanyDetail: 3,
      monthlyPagination: 6,
    });
    expect(others(governed).map((row) => row.cost)).toEqual([cost(33, 0), cost(5, 100, 5, 3)]);
    expect(budgetOf(governed.governor, 'day')).toMatchObject({
      used: 2,
      others: 5,
      left: 293,
      atLeast: false,
    });
    expect(budgetOf(governed.governor, 'month-requests')).toMatchObject({ used: 2, others: 38, left: 2_960 });
    expect(budgetOf(governed.governor, 'export')).toMatchObject({ used: 11, others: 100, left: 2_889 });
    expect(budgetOf(governed.governor, 'month-records')).toMatchObject({
      used: 11,
      others: 100,
      left: 2_889,
      atLeast: false,
    });
    expect(budgetOf(governed.governor, 'companies-day')).toMatchObject({ used: 0, others: 3 });
    expect(budgetOf(governed.governor, 'page-turns')).toMatchObject({ used: 1, others: 5 });
    expect(budgetOf(governed.governor, 'minute')).toMatchObject({ left: 16 });
    expect(governed.governor.status().confirmedAtMs).toBe(START_MS + 501);
  });

  it('charges a company again that the service counted before midnight', async () => {
    const governed = createGoverned();
    await governed.spend(listCall(1));
    // The call is made half a second before midnight. The app's clock may be wrong by more than that, so the
    // app counts the call on both days.
    await governed.clock.advance(Date.UTC(2026, 4, 14, 23, 59, 59, 500) - governed.clock.nowMs());
    const straddling = governed.run(detailCall('a'));
    await governed.clock.advance(0);
    governed.sent[0]?.answer();
    await straddling;
    await governed.clock.advance(3_600_000);
    expect(governed.governor.preview(detailCall('a')).cost.companies).toBe(0);
    for (let reading = 0; reading < 2; reading += 1) {
      await confirm(governed, { dailyCompanyDetail: 0 });
      await governed.clock.advance(11 * 60_000);
    }
    expect(governed.governor.preview(detailCall('a')).cost.companies).toBe(1);
  });

  it('learns that /stats does not count itself, and distinguishes this from other devices', async () => {
    const governed = createGoverned();
    await governed.spend(detailCall('a'));
    await confirm(governed, { daily: 1, monthly: 1 });
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 2, others: 0 });
    await confirm(governed, { daily: 5, monthly: 5 });
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 3, others: 3, left: 294 });
  });

  it('does not count a reading twice', async () => {
    const governed = createGoverned();
    const { serverNowMs } = await governed.spend(statsCall);
    for (let time = 0; time < 3; time += 1)
      governed.governor.reconcile(readingWith({ daily: 9 }), serverNowMs);
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 1, others: 8 });
  });

  it('reports records as "at least" while the service does not report them', async () => {
    const governed = createGoverned();
    expect(budgetOf(governed.governor, 'month-records')).toMatchObject({ atLeast: true, others: null });
    await confirm(governed, { daily: 4, monthly: 4 });
    expect(budgetOf(governed.governor, 'month-records')).toMatchObject({ atLeast: true, others: null });
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ atLeast: false, others: 3 });
  });

  it('accepts a lower count only after two readings ten minutes apart without requests, then releases the difference', async () => {
    const governed = createGoverned();
    await governed.spend(detailCall('a'));
    await lose(governed);
    const reading = (requests: number, records: number): Reading => ({
      daily: requests,
      monthly: requests,
      monthlyExport: records,
      monthlyPagination: 0,
    });
    await confirm(governed, reading(1, 1));
    expect(budgetOf(governed.governor, 'export')).toMatchObject({ unknown: 25 });
    await governed.clock.advance(9 * 60_000);
    await confirm(governed, reading(2, 2));
    expect(budgetOf(governed.governor, 'export')).toMatchObject({ unknown: 25 });
    await governed.clock.advance(2 * 60_000);
    await confirm(governed, reading(3, 3));
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 4, unknown: 0, others: 0 });
    expect(budgetOf(governed.governor, 'export')).toMatchObject({ used: 4, unknown: 0, others: 0 });
    expect(budgetOf(governed.governor, 'month-records')).toMatchObject({ used: 4, unknown: 0 });
    expect(budgetOf(governed.governor, 'page-turns')).toMatchObject({ used: 0, unknown: 0 });
    expect(governed.governor.ledger(0, 50).rows.map(({ state }) => state)).toContain('released');
  });

  it('does not accept a lower count if requests were made in between', async () => {
    const governed = createGoverned();
    await governed.spend(detailCall('a'));
    await lose(governed);
    await confirm(governed, { daily: 1, monthly: 1 });
    await governed.clock.advance(11 * 60_000);
    await governed.spend(detailCall('b'));
    await confirm(governed, { daily: 3, monthly: 3 });
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ unknown: 1 });
  });

  it('keeps the charge of an unknown request that the service did count', async () => {
    const governed = createGoverned();
    await governed.spend(detailCall('a'));
    await lose(governed, detailCall('b'));
    for (const requests of [2, 3, 4]) {
      await confirm(governed, { daily: requests, monthly: requests });
      await governed.clock.advance(11 * 60_000);
    }
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 4, unknown: 1, left: 295 });
  });

  it('ignores a counter whose window has ended', async () => {
    const governed = createGoverned();
    await confirm(governed, { daily: { used: 299, resetsAtMs: Date.UTC(2026, 4, 14) }, monthly: 5 });
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 1, others: null, left: 299 });
    expect(budgetOf(governed.governor, 'month-requests')).toMatchObject({ used: 1, others: 4, left: 2_995 });
  });

  it('uses the lowest limit of a day, and raises it only after /stats', async () => {
    const governed = createGoverned();
    await confirm(governed, { daily: { used: 1, limit: 500 } });
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ limit: 500, limitSource: 'stats' });
    const running = governed.run(detailCall('a'));
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ headers: { 'x-ratelimit-daily-limit': '450' } });
    await running;
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ limit: 450, limitSource: 'header' });
  });

  it('reports limits that differ, for a day', async () => {
    const governed = createGoverned();
    const answerWith = async (limit: string): Promise<void> => {
      const running = governed.run(detailCall(limit));
      await governed.clock.advance(0);
      governed.sent.at(-1)?.answer({ headers: { 'x-ratelimit-daily-limit': limit } });
      await running;
    };
    const differing = () => budgetOf(governed.governor, 'day').differingLimits;
    await confirm(governed, { daily: { used: 1, limit: 500 } });
    expect(differing()).toBeUndefined();
    await answerWith('500');
    expect(differing()).toBeUndefined();
    await answerWith('450');
    expect(differing()).toEqual([
      { source: 'stats', limit: 500 },
      { source: 'header', limit: 450 },
    ]);
    await governed.clock.advance(86_400_001);
    expect(differing()).toBeUndefined();
  });

  it('adds the budget of a test key, and removes it with a live key', async () => {
    const governed = createGoverned();
    await confirm(governed, { testKeyMonthly: 12 }, 'test');
    expect(budgetOf(governed.governor, 'test-key')).toMatchObject({
      limit: 300,
      used: 1,
      others: 11,
      left: 288,
    });
    await confirm(governed, {}, 'live');
    expect(governed.governor.status().budgets).toHaveLength(7);
  });

  it('resets for another account, but not for the same one', async () => {
    const governed = createGoverned();
    await governed.spend(listCall(25), 10);
    await confirm(governed, { daily: { used: 9, limit: 250 } });
    governed.governor.keyReplaced('same-account');
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 2, others: 7, limit: 250 });
    governed.governor.keyReplaced('another-account');
    expect(budgetOf(governed.governor, 'day')).toMatchObject({
      used: 0,
      others: null,
      limit: 300,
      limitSource: 'documented',
    });
    expect(governed.governor.status().confirmedAtMs).toBeNull();
    expect(governed.governor.ledger(0, 50).total).toBe(3);
    await confirm(governed, { daily: 3 });
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 1, others: 2 });
  });
});
