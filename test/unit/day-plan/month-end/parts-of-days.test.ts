import { describe, expect, it } from 'vitest';
import { pageRows } from '../../../../electron/core/day-plan/month-end/month-candidates.ts';
import { inParts } from '../../../../electron/core/day-plan/month-end/parts-of-days.ts';
import { dice } from '../brute-force.ts';
import { monthWorldOf } from './month-worlds.ts';

describe('the days of older rounds', () => {
  it('are split into requests that contain each day once, newest first, within the row limit', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const roll = dice(seed);
      const days = Array.from({ length: 40 }, (_, day) => day).filter(() => roll() < 0.7);
      const [aDay, most] = [0.1 + roll() * 30, 1 + Math.floor(roll() * 50)];
      const parts = inParts(days, aDay, most);
      const inside = parts.flatMap(({ from, to }) =>
        Array.from({ length: to - from + 1 }, (_, index) => to - index),
      );
      expect(inside).toEqual(days.toReversed());
      for (const { limit, expected } of parts) {
        expect(limit).toBeLessThanOrEqual(most);
        expect(expected).toBeLessThanOrEqual(limit);
        expect(expected).toBeGreaterThan(0);
      }
    }
  });

  it('leave room on the page for more rounds than expected, so it is rarely full', () => {
    expect(inParts([1, 2, 3, 4], 4, 50)).toEqual([{ from: 1, to: 4, limit: 24, expected: 16 }]);
    expect(inParts([1, 2], 60, 50).map(({ limit }) => limit)).toEqual([50, 50]);
  });

  it('use at most half of a day’s allowance, so other requests have room beside them', () => {
    const { outlook } = monthWorldOf(1, 5, 4);
    const limit = {
      unit: 'records',
      lane: null,
      isShared: true,
      total: 90,
      approved: [],
      paced: null,
    } as const;
    expect(pageRows({ ...outlook, limits: [{ ...limit, aDay: [10, 24] }] })).toBe(12);
    expect(pageRows({ ...outlook, limits: [{ ...limit, total: 900, aDay: [Infinity] }] })).toBe(50);
    expect(pageRows({ ...outlook, limits: [{ ...limit, lane: 'watchlist', aDay: [4] }] })).toBe(50);
    expect(pageRows({ ...outlook, limits: [{ ...limit, lane: 'catch-up', aDay: [1] }] })).toBe(1);
  });
});
