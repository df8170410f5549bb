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
  it('is the average of the last seven days from the first use on, without today', () => {
    const uses = [
      use(9, 'interactive', 700),
      use(4, 'interactive', 6),
      use(2, 'watchlist', 2),
      use(0, 'interactive', 90),
    ];
    expect(usualUseOf(uses, NOW_MS)).toMatchObject({
      all: { records: 2, requests: 0.5 },
      own: { records: 1.5 },
    });
  });

  it('counts other devices as the user’s own use', () => {
    expect(usualUseOf([use(4, 'others', 8), use(4, 'catch-up', 4)], NOW_MS)?.own.records).toBe(2);
  });

  it('is unknown until three days after the first use', () => {
    expect(usualUseOf([use(2, 'interactive', 6)], NOW_MS)).toBeNull();
    expect(usualUseOf([], NOW_MS)).toBeNull();
  });
});
