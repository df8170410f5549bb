import { expect, test } from 'vitest';
import { gapSchema, type Gap } from '../../../../shared/model/plan.ts';
import { catchUpText } from '../../../../renderer/features/today/day-plan-text.ts';
import { allowedPrice } from '../../fixture/quota.ts';

const preview = allowedPrice({ requests: 1, records: 25, pageTurns: 1, companies: 0 }, 'up-to');

const NOW_MS = Date.UTC(2026, 4, 9, 12);
type Range = readonly [start: string, end: string];

/** Returns a gap that began on 5 May 2026, with one request for each date range in `ranges`. */
const gapOf = (days: number, laterDays: number, ...ranges: readonly Range[]): Gap =>
  gapSchema.parse({
    sinceMs: Date.UTC(2026, 4, 5),
    overlapDays: 2,
    stretches: ranges.map(([fundingDateStart, fundingDateEnd]) => ({
      question: { list: 'fundings', query: { fundingDateStart, fundingDateEnd, limit: 25, offset: 0 } },
      preview,
    })),
    preview,
    previewInSignals: preview,
    days,
    laterDays,
    total: null,
    beyondReach: false,
    wide: false,
  });

test('names the first and the last day that a catch-up fetches, and why it starts early', () => {
  expect(catchUpText(gapOf(7, 0, ['2026-05-03', '2026-05-09']), NOW_MS)).toMatch(
    /dated 3 – 9 May\. That includes 2 earlier days, .*published late\.$/,
  );
});

test('names only the days that are not stored yet', () => {
  expect(catchUpText(gapOf(1, 0, ['2026-05-09', '2026-05-09']), NOW_MS)).toMatch(/dated 9 May\.$/);
  const apart = gapOf(5, 0, ['2026-05-03', '2026-05-04'], ['2026-05-07', '2026-05-09']);
  expect(catchUpText(apart, NOW_MS)).toMatch(/dated 3 – 4 May and 7 – 9 May\. That includes 2 earlier days/);
});

test('joins adjacent ranges, and gives the number of days if there are many ranges', () => {
  const adjacent = gapOf(7, 0, ['2026-05-03', '2026-05-05'], ['2026-05-06', '2026-05-09']);
  expect(catchUpText(adjacent, NOW_MS)).toContain('dated 3 – 9 May.');
  const days = ['2026-05-03', '2026-05-05', '2026-05-07', '2026-05-09'];
  const many = gapOf(4, 0, ...days.map((day): Range => [day, day]));
  expect(catchUpText(many, NOW_MS)).toContain('from 4 days in the period 3 – 9 May.');
});

test('a catch-up that leaves older days for later does not start early', () => {
  const text = catchUpText(gapOf(3, 4, ['2026-05-07', '2026-05-09']), NOW_MS);
  expect(text).toContain('dated 7 – 9 May.');
  expect(text).not.toContain('early');
});
