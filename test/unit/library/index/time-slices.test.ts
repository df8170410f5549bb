import { setImmediate as loopTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from '../../../../electron/core/library/index/time-slices.ts';

describe('turns that the search shares', () => {
  it('wake one in each turn of the loop, who is urgent first', async () => {
    const nextTurn = createTurns();
    const woken: string[] = [];
    const wait = async (name: string, urgent?: 'urgent'): Promise<void> => {
      await nextTurn(urgent);
      woken.push(name);
    };
    const all = [wait('writer'), wait('loader'), wait('question', 'urgent')];
    const seen: number[] = [];
    while (woken.length < all.length) {
      await loopTurn();
      seen.push(woken.length);
    }
    expect(woken).toEqual(['question', 'writer', 'loader']);
    // Each turn wakes at most one waiter.
    expect(seen.every((count, at) => count - (seen[at - 1] ?? 0) <= 1)).toBe(true);
    await Promise.all(all);
  });

  it('go on after a pause', async () => {
    const nextTurn = createTurns();
    await nextTurn();
    await loopTurn();
    await nextTurn();
  });
});
