import { describe, expect, it } from 'vitest';
import {
  bestSet,
  soonestFirst,
  lastDayOf,
  type WeightedItem,
} from '../../../electron/core/day-plan/knapsack.ts';
import { dice } from './brute-force.ts';

const call = (key: string, records: number, value: number, lastDay: number): WeightedItem => ({
  key,
  value,
  lastDay,
  cost: { requests: 1, records, pageTurns: 0, companies: 1 },
});

/** Creates many calls of only a few kinds, as in a plan with hundreds of profile requests. */
function worldOf(seed: number): { calls: WeightedItem[]; capacityBy: (day: number) => number } {
  const roll = dice(seed);
  const upTo = (most: number): number => Math.floor(roll() * most);
  const kinds = Array.from({ length: 2 + upTo(5) }, () => ({
    records: 1 + upTo(6),
    value: 1 + upTo(20),
    lastDay: upTo(8),
    count: 1 + upTo(30),
  }));
  const calls = kinds.flatMap(({ records, value, lastDay, count }, kind) =>
    Array.from({ length: count }, (_, at) => call(`${kind}/${at}`, records, value, lastDay)),
  );
  const [first, aDay] = [upTo(20), 1 + upTo(20)];
  return { calls, capacityBy: (day) => first + day * aDay };
}

/**
 * Solves the same problem in the simplest way, one call after the other. Tries to add each call to every sum
 * of records reached so far, if the deadlines allow it.
 */
function valueOneByOne({ calls, capacityBy }: ReturnType<typeof worldOf>): number {
  let worth = new Map([[0, 0]]);
  for (const each of soonestFirst(calls)) {
    const next = new Map(worth);
    for (const [sum, value] of worth) {
      const with_ = sum + each.cost.records;
      if (with_ <= capacityBy(lastDayOf(each)))
        next.set(with_, Math.max(value + each.value, next.get(with_) ?? 0));
    }
    worth = next;
  }
  return Math.max(...worth.values());
}
const valueOf = (chosen: readonly WeightedItem[]): number =>
  chosen.reduce((sum, { value }) => sum + value, 0);

describe('best set of calls', () => {
  it('has the same value as if every call were weighed separately, and meets all deadlines', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const world = worldOf(seed);
      const chosen = bestSet(world.calls, world.capacityBy);
      expect(new Set(chosen).size).toBe(chosen.length);
      let records = 0;
      for (const each of soonestFirst(chosen)) {
        records += each.cost.records;
        expect(records).toBeLessThanOrEqual(world.capacityBy(lastDayOf(each)));
      }
      expect([seed, valueOf(chosen)]).toEqual([seed, valueOneByOne(world)]);
    }
  });

  it('prefers identical calls in the order of their keys', () => {
    const alike = ['d', 'b', 'e', 'a', 'c'].map((key) => call(key, 2, 5, 3));
    expect(bestSet(alike, () => 7).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });

  it('is empty without room, except for calls that cost no record', () => {
    expect(bestSet([call('a', 2, 5, 3)], () => 0)).toEqual([]);
    expect(bestSet([call('free', 0, 5, 3), call('a', 2, 5, 3)], () => 1).map(({ key }) => key)).toEqual([
      'free',
    ]);
  });
});
