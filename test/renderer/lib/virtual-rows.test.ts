import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthPace, periodStart } from '../../../renderer/features/quota/pace.ts';
import {
  drawnRange,
  rowAfterKey,
  rowTop,
  rowsByElement,
  pagesOf,
  scrollTopFor,
  visibleRange,
} from '../../../renderer/lib/virtual-rows.ts';

test('covers the visible rows and a margin', () => {
  expect(visibleRange({ scrollTop: 3_600, height: 360, rowHeight: 36, total: 500 }, 2)).toEqual({
    first: 98,
    end: 112,
  });
  expect(visibleRange({ scrollTop: 0, height: 360, rowHeight: 36, total: 3 })).toEqual({ first: 0, end: 3 });
});

test('stays within the list and covers all visible rows', () => {
  fc.assert(
    fc.property(fc.nat(400_000), fc.nat(2_000), fc.nat(10_000), (scrollTop, height, total) => {
      const { first, end } = visibleRange({ scrollTop, height, rowHeight: 36, total });
      expect(first).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(total);
      expect(first).toBeLessThanOrEqual(end);
      const firstVisible = Math.floor(scrollTop / 36);
      if (firstVisible < total && height > 0) expect(first <= firstVisible && end > firstVisible).toBe(true);
    }),
  );
});

test('keeps each row in its element while the list scrolls, and sorts the rows at rest', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), fc.nat(500), fc.nat(40), (sorted, from, to, count) => {
      const before = rowsByElement({ first: from, end: from + count }, sorted);
      const after = rowsByElement({ first: to, end: to + count }, sorted);
      expect(after.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => to + at));
      before.forEach((row, place) => {
        if (row >= to && row < to + count) expect(after[place]).toBe(row);
      });
      expect(rowsByElement({ first: to, end: to + count }, to)).toEqual(after.toSorted((a, b) => a - b));
    }),
  );
});

test('renders the same number of rows at every scroll position, including all visible ones', () => {
  fc.assert(
    fc.property(fc.nat(400_000), fc.nat(2_000), fc.nat(10_000), (scrollTop, height, total) => {
      const view = { scrollTop, height, rowHeight: 36, total };
      const drawn = drawnRange(view, 6);
      expect(drawn.end - drawn.first).toBe(drawnRange({ ...view, scrollTop: 0 }, 6).end);
      expect(drawn.first).toBeGreaterThanOrEqual(0);
      expect(drawn.end).toBeLessThanOrEqual(total);
      const seen = visibleRange(view, 0);
      if (seen.end > seen.first) expect(drawn.first <= seen.first && drawn.end >= seen.end).toBe(true);
    }),
  );
});

test('scrolls as little as possible to a row', () => {
  const view = { scrollTop: 360, height: 360, rowHeight: 36, total: 100 };
  expect(scrollTopFor(5, view)).toBe(180);
  expect(scrollTopFor(12, view)).toBe(360);
  expect(scrollTopFor(20, view)).toBe(396);
});

test('a tall row moves the rows below it, and is shown whole', () => {
  const tall = { index: 2, extra: 100 };
  const view = { scrollTop: 0, height: 360, rowHeight: 36, total: 100, tall };
  expect([0, 2, 3].map((index) => rowTop(index, view))).toEqual([0, 72, 208]);
  expect(drawnRange({ ...view, scrollTop: 150 }, 0).first).toBe(2);
  expect(drawnRange({ ...view, scrollTop: 208 }, 0).first).toBe(3);
  expect(drawnRange({ ...view, scrollTop: 244 }, 0).first).toBe(4);
  expect(scrollTopFor(2, { ...view, scrollTop: 80 })).toBe(72);
  expect(scrollTopFor(2, { ...view, height: 180 })).toBe(28);
  // If a tall row does not fit, the list scrolls to the top of the row.
  expect(scrollTopFor(2, { ...view, height: 90 })).toBe(72);
  expect(scrollTopFor(9, view)).toBe(100);
});

test('keys move within the list', () => {
  expect(rowAfterKey('j', -1, 10, 5)).toBe(0);
  expect(rowAfterKey('k', -1, 10, 5)).toBe(0);
  expect(rowAfterKey('ArrowDown', 9, 10, 5)).toBe(9);
  expect(rowAfterKey('PageDown', 2, 10, 5)).toBe(7);
  expect(rowAfterKey('End', 2, 10, 5)).toBe(9);
  expect(rowAfterKey('j', 0, 0, 5)).toBeNull();
  expect(rowAfterKey('x', 0, 10, 5)).toBeNull();
});

test('finds the pages of a range', () => {
  expect(pagesOf({ first: 40, end: 101 }, 50)).toEqual([0, 1, 2]);
  expect(pagesOf({ first: 50, end: 100 }, 50)).toEqual([1]);
  expect(pagesOf({ first: 5, end: 5 }, 50)).toEqual([]);
});

test('computes the even pace through a month', () => {
  expect(monthPace(Date.UTC(2026, 5, 1), Date.UTC(2026, 4, 16, 12))).toBeCloseTo(0.5, 5);
  expect(monthPace(Date.UTC(2026, 0, 1), Date.UTC(2025, 11, 1))).toBe(0);
  // Some monthly budgets do not reset on the first of the month. The period of such a budget starts one month
  // before its reset.
  expect(periodStart(Date.UTC(2026, 11, 15, 6, 30))).toBe(Date.UTC(2026, 10, 15, 6, 30));
  expect(periodStart(Date.UTC(2026, 2, 31))).toBe(Date.UTC(2026, 1, 28));
  expect(monthPace(Date.UTC(2026, 11, 15), Date.UTC(2026, 10, 30))).toBeCloseTo(0.5, 5);
});
