import { describe, expect, it } from 'vitest';
import { packingBound, type PackedItem } from '../../../bench/planner/packing-bound.ts';
import { dice } from '../day-plan/brute-force.ts';

/**
 * Tries every combination with a whole number of each item, up to the item's `most`. Returns the highest
 * total gain within the limits.
 */
function bestWhole(items: readonly PackedItem[], limits: readonly number[]): number {
  let best = 0;
  const take = (index: number, left: readonly number[], gain: number): void => {
    if (left.some((each) => each < 0)) return;
    best = Math.max(best, gain);
    const item = items[index];
    if (item === undefined) return;
    for (let count = 0; count <= item.most; count += 1)
      take(
        index + 1,
        left.map((each, limit) => each - count * (item.uses[limit] ?? 0)),
        gain + count * item.gain,
      );
  };
  take(0, limits, 0);
  return best;
}

describe('bound of a packing problem', () => {
  it('is the optimum of the linear program', () => {
    // The best choice is 2 of the first item and 6 of the second.
    const items = [
      { gain: 3, uses: [1, 0, 3], most: 100 },
      { gain: 5, uses: [0, 2, 2], most: 100 },
    ];
    expect(packingBound(items, [4, 12, 18])).toBeCloseTo(36, 6);
  });

  it('is never below the best choice of whole items', () => {
    const seeds = Array.from({ length: 150 }, (_, index) => index + 1);
    const wrong = seeds.filter((seed) => {
      const roll = dice(seed * 5_003);
      const upTo = (most: number): number => Math.floor(roll() * most);
      const items = Array.from({ length: 4 }, () => ({
        gain: 1 + upTo(9),
        uses: [1 + upTo(3), upTo(4), upTo(2)],
        most: 1 + upTo(3),
      }));
      const limits = [upTo(12), upTo(10), upTo(4)];
      return packingBound(items, limits) < bestWhole(items, limits) - 1e-9;
    });
    expect(wrong).toEqual([]);
  });
});
