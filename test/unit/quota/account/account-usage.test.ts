import { describe, expect, it } from 'vitest';
import {
  accountWatch,
  newestAccountReading,
  saveAccountWatch,
} from '../../../../electron/core/database/queries/ledger/account-use.ts';
import { all } from '../../../../electron/core/database/sql.ts';
import { accountDays, excessiveOutsideUse } from '../../../../electron/core/quota/account/account-usage.ts';
import {
  createGoverned,
  detailCall,
  readingWith,
  START_MS,
  statsCall,
  type Governed,
} from '../../../support/quota/manual-governor.ts';

const DAY_MS = 86_400_000;
const TODAY_MS = Math.floor(START_MS / DAY_MS) * DAY_MS;

type Account = Parameters<typeof readingWith>[2];
async function confirm(governed: Governed, account: Account): Promise<void> {
  const { serverNowMs } = await governed.spend(statsCall);
  governed.governor.reconcile(readingWith({}, 'live', account), serverNowMs);
}
const dayOf = (governed: Governed, startMs: number) =>
  accountDays(governed.db, governed.governor.serverNowMs()).find((day) => day.startMs === startMs);

describe('use of the account', () => {
  it('subtracts this app’s own requests from the reported ones, separately for each day', async () => {
    const governed = createGoverned();
    await governed.spend(detailCall('a'));
    await confirm(governed, {
      days: [
        { startMs: TODAY_MS - DAY_MS, requests: 31 },
        { startMs: TODAY_MS, requests: 9 },
      ],
    });
    expect(dayOf(governed, TODAY_MS)).toEqual({ startMs: TODAY_MS, own: 2, others: 7 });
    expect(dayOf(governed, TODAY_MS - DAY_MS)).toMatchObject({ own: 0, others: 31 });
    expect(dayOf(governed, TODAY_MS - 2 * DAY_MS)).toMatchObject({ own: 0, others: null });
    // This request is made after the `/stats` response, so the response does not count the request. The usage
    // by other clients must stay the same.
    await governed.spend(detailCall('b'));
    expect(dayOf(governed, TODAY_MS)).toEqual({ startMs: TODAY_MS, own: 3, others: 7 });
    expect(accountDays(governed.db, START_MS)).toHaveLength(30);
  });

  it('is never negative, and a later report replaces an earlier one', async () => {
    const governed = createGoverned();
    await governed.spend(detailCall('a'));
    await confirm(governed, { days: [{ startMs: TODAY_MS, requests: 1 }] });
    expect(dayOf(governed, TODAY_MS)).toMatchObject({ own: 2, others: 0 });
    await confirm(governed, { days: [{ startMs: TODAY_MS, requests: 20 }] });
    expect(dayOf(governed, TODAY_MS)).toMatchObject({ own: 3, others: 17 });
  });

  it('leaves out days after the reading and long before it', async () => {
    const governed = createGoverned();
    const days = [-5_000, -63, -62, 1, 9_000].map((day) => ({
      startMs: TODAY_MS + day * DAY_MS,
      requests: 1,
    }));
    await confirm(governed, { days });
    expect(all(governed.db, 'SELECT day_ms FROM account_day')).toEqual([{ day_ms: TODAY_MS - 62 * DAY_MS }]);
  });

  it('stores the figures of each reading, and nothing of another account', async () => {
    const governed = createGoverned();
    await confirm(governed, { successful: 5, endpoints: ['get_stats'], averageResponseTime: 1.5 });
    await confirm(governed, { failed: 2, days: [{ startMs: TODAY_MS, requests: 90 }] });
    expect(newestAccountReading(governed.db, 1)).toMatchObject({
      successful: null,
      failed: 2,
      averageResponseTime: null,
      endpoints: null,
    });
    governed.governor.keyReplaced('another-account');
    expect(newestAccountReading(governed.db, 2)).toBeNull();
    expect(dayOf(governed, TODAY_MS)).toMatchObject({ own: 0, others: null });
    expect(excessiveOutsideUse(governed.db)).toBeNull();
  });
});

describe('use outside this app', () => {
  const alertAt = (governed: Governed, alertAbove: number): void =>
    saveAccountWatch(governed.db, { ...accountWatch(governed.db), alertAbove });

  it('is excessive above the user’s limit, which is 50 requests a day by default', async () => {
    const governed = createGoverned();
    await confirm(governed, { days: [{ startMs: TODAY_MS, requests: 51 }] });
    expect(excessiveOutsideUse(governed.db)).toBeNull();
    await confirm(governed, { days: [{ startMs: TODAY_MS, requests: 53 }] });
    expect(excessiveOutsideUse(governed.db)).toEqual({ dayMs: TODAY_MS, requests: 51 });
    alertAt(governed, 51);
    expect(excessiveOutsideUse(governed.db)).toBeNull();
    alertAt(governed, 0);
    expect(excessiveOutsideUse(governed.db)).toMatchObject({ requests: 51 });
  });

  it('includes the day before the reading, which that reading completes, but no earlier day', async () => {
    const governed = createGoverned();
    await confirm(governed, {
      days: [
        { startMs: TODAY_MS - 2 * DAY_MS, requests: 500 },
        { startMs: TODAY_MS - DAY_MS, requests: 80 },
        { startMs: TODAY_MS, requests: 3 },
      ],
    });
    expect(excessiveOutsideUse(governed.db)).toEqual({ dayMs: TODAY_MS - DAY_MS, requests: 80 });
    await confirm(governed, { days: [{ startMs: TODAY_MS - DAY_MS, requests: 10 }] });
    expect(excessiveOutsideUse(governed.db)).toBeNull();
  });
});
