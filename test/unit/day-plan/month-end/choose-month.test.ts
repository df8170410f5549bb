import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../electron/core/day-plan/decide-plan.ts';
import { chooseMonth } from '../../../../electron/core/day-plan/month-end/choose-month.ts';
import { EXACT_MAX } from '../../../../electron/core/day-plan/month-end/exact-month.ts';
import type { MonthLimit } from '../../../../electron/core/day-plan/month-end/month-limits.ts';
import { bestMonthValue, brokenRule, monthWorldOf, type MonthWorld } from './month-worlds.ts';

const valueOf = (plan: readonly (readonly Candidate[])[]): number =>
  plan.flat().reduce((sum, { value }) => sum + value, 0);
const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const call = (key: string, records: number, value: number, lastDay = 30): Candidate => ({
  key,
  value,
  lastDay,
  lane: 'watchlist',
  cost: { requests: 1, records, pageTurns: 0, companies: 1 },
});
const records = (total: number, rest: Partial<MonthLimit> = {}): MonthLimit => ({
  unit: 'records',
  lane: null,
  isShared: true,
  aDay: [Infinity],
  total,
  approved: [],
  paced: null,
  ...rest,
});
const END = { resetsAtMs: 0 };
const keysOf = (plan: readonly (readonly Candidate[])[]): string[][] =>
  plan.map((day) => day.map(({ key }) => key));

describe('plan for the rest of the month', () => {
  it('is worth as much as the best set of requests in small months', () => {
    const small = [
      ...seeds(150).map((seed) => monthWorldOf(seed, 5, 3)),
      ...seeds(60).map((seed) => monthWorldOf(seed + 500, 6, 4)),
      ...seeds(60).map((seed) => monthWorldOf(seed + 900, 8, 2)),
    ];
    const short = small.filter(
      (world) =>
        Math.abs(valueOf(chooseMonth(world.candidates, world.outlook).days) - bestMonthValue(world)) > 1e-9,
    );
    expect(short).toEqual([]);
  });

  it('exceeds no limit, cap, share or deadline in small and large months', () => {
    const worlds: MonthWorld[] = [
      ...seeds(200).map((seed) => monthWorldOf(seed, 8, 5)),
      ...seeds(60).map((seed) => monthWorldOf(seed, 60, 7)),
      ...seeds(10).map((seed) => monthWorldOf(seed, 300, 9)),
    ];
    const broken = worlds.map((world) =>
      brokenRule(world, chooseMonth(world.candidates, world.outlook).days),
    );
    expect(broken.filter((rule) => rule !== null)).toEqual([]);
  });

  it('comes near the ceiling in large months', () => {
    const large = seeds(60).map((seed) => monthWorldOf(seed, 60, 7));
    const choices = large.map(({ candidates, outlook }) => chooseMonth(candidates, outlook));
    const value = choices.reduce((sum, { days }) => sum + valueOf(days), 0);
    const ceiling = choices.reduce((sum, choice) => sum + choice.ceiling, 0);
    expect(choices.every(({ days, ceiling: most }) => valueOf(days) <= most + 1e-6)).toBe(true);
    expect(value / ceiling).toBeGreaterThan(0.9);
  });

  it('reports a plan as optimal only if no set is worth more', () => {
    // Each world has one request more than the exact search accepts, and only one day. The test can therefore
    // still try every subset.
    const worlds = seeds(40).map((seed) => monthWorldOf(seed, EXACT_MAX + 1, 1));
    const wrong = worlds.filter((world) => {
      const { days, isBest, ceiling } = chooseMonth(world.candidates, world.outlook);
      const best = bestMonthValue(world);
      return best > ceiling + 1e-6 || (isBest && valueOf(days) < best - 1e-6);
    });
    expect(wrong).toEqual([]);
  });

  it('holds no records back for requests after the reset', () => {
    const poor = [call('poor', 10, 0.5)];
    expect(keysOf(chooseMonth(poor, { ...END, days: 2, limits: [records(10)] }).days)).toEqual([
      ['poor'],
      [],
    ]);
  });

  it('makes a request that is larger than today’s share on a later day', () => {
    const { days } = chooseMonth([call('large', 9, 9), call('small', 1, 1)], {
      ...END,
      days: 3,
      limits: [records(12, { paced: { usedToday: 0, daysLeft: 3, aDayAfter: 9 } })],
    });
    expect(keysOf(days)).toEqual([['small'], [], ['large']]);
  });

  it('makes no request after its last day, even if a later day has room', () => {
    const { days } = chooseMonth([call('closing', 9, 9, 0)], {
      ...END,
      days: 3,
      limits: [records(12, { aDay: [5, 12, 12] })],
    });
    expect(keysOf(days)).toEqual([[], [], []]);
  });
});
