import { forecastOf } from '../../../renderer/features/quota/forecast.ts';
import { describe, expect, it } from 'vitest';
import { usualUseOf } from '../../../electron/core/quota/policy/usual-use.ts';
import type { UseLane } from '../../../electron/core/database/queries/ledger/daily-use.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 20 * DAY_MS + 5;
const use = (daysAgo: number, lane: UseLane, records: number) => ({
  dayMs: (20 - daysAgo) * DAY_MS,
  lane,
  requests: 1,
  records,
  pageTurns: 0,
});

describe('usual use', () => {
  it('is the average of the last seven days from the first use on, and of today if it is higher', () => {
    const uses = [use(9, 'interactive', 700), use(4, 'interactive', 6), use(2, 'watchlist', 8)];
    expect(usualUseOf(uses, NOW_MS)).toMatchObject({
      all: { records: 2, requests: 2 / 7 },
      own: { records: 6 / 7 },
    });
    expect(usualUseOf([...uses, use(0, 'interactive', 1)], NOW_MS)?.all.records).toBe(2);
    expect(usualUseOf([...uses, use(0, 'interactive', 90)], NOW_MS)).toMatchObject({
      all: { records: 13, requests: 3 / 8 },
      // `own` excludes today, because the plan need not reserve records that have already been used.
      own: { records: 6 / 7 },
    });
  });

  it('is the pace that Quota shows, even if the last seven days were without use', () => {
    const uses = [use(20, 'interactive', 413), use(0, 'interactive', 472)];
    const days = Array.from({ length: 31 }, (_, at) => ({
      startMs: (at - 10) * DAY_MS,
      own: uses
        .filter(({ dayMs }) => dayMs === (at - 10) * DAY_MS)
        .reduce((sum, { records }) => sum + records, 0),
      background: 0,
      others: 0,
    }));
    const forecast = forecastOf(days, { left: 3_000, resetsAtMs: 25 * DAY_MS, nowMs: NOW_MS });
    expect([usualUseOf(uses, NOW_MS)?.all.records, forecast?.usedPerDay]).toEqual([59, 59]);
  });

  it('counts other devices as the user’s own use', () => {
    expect(usualUseOf([use(4, 'others', 8), use(4, 'catch-up', 4)], NOW_MS)?.own.records).toBe(2);
  });

  it('is unknown until three days after the first use', () => {
    expect(usualUseOf([use(2, 'interactive', 6)], NOW_MS)).toBeNull();
    expect(usualUseOf([], NOW_MS)).toBeNull();
  });
});
