import { expect, test } from 'vitest';
import { gapSchema, type Gap } from '../../../../shared/model/plan.ts';
import { catchUpText } from '../../../../renderer/features/today/day-plan-text.ts';
import { allowedPrice } from '../../fixture/quota.ts';

const preview = allowedPrice({ requests: 1, records: 25, pageTurns: 1, companies: 0 }, 'up-to');

/** A gap since 5 May 2026, whose requests cover the days from `start` to 9 May. */
const gapFrom = (start: string, days: number, laterDays: number): Gap =>
  gapSchema.parse({
    sinceMs: Date.UTC(2026, 4, 5),
    overlapDays: 2,
    stretches: [
      {
        question: {
          list: 'fundings',
          query: { fundingDateStart: start, fundingDateEnd: '2026-05-09', limit: 25, offset: 0 },
        },
        preview,
      },
    ],
    preview,
    previewInSignals: preview,
    days,
    laterDays,
    total: null,
    beyondReach: false,
    wide: false,
  });

test('a catch-up starts some days before its gap, and says why', () => {
  expect(catchUpText(gapFrom('2026-05-03', 7, 0))).toMatch(/from 3 May.*early.*published late\.$/);
});

test('a catch-up that leaves older days for later names the first day that it fetches', () => {
  const text = catchUpText(gapFrom('2026-05-07', 3, 4));
  expect(text).toContain('7 May');
  expect(text).not.toMatch(/3 May|early/);
});
