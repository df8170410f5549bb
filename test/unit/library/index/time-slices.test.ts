import { setImmediate as loopTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from '../../../../electron/core/library/index/time-slices.ts';

describe('turns shared by the search', () => {
  it('wake one waiter per turn of the event loop, urgent ones first', async () => {
    const nextTurn = createTurns();
    const woken: string[] = [];
    const wait = async (name: string, urgent?: 'urgent'): Promise<void> => {
      await nextTurn(urgent);
      woken.push(name);
    };
    const all = [wait('writer'), wait('loader'), wait('question', 'urgent')];
    const wokenAfterTurn: number[] = [];
    while (woken.length < all.length) {
      await loopTurn();
      wokenAfterTurn.push(woken.length);
    }
    expect(woken).toEqual(['question', 'writer', 'loader']);
    expect(wokenAfterTurn.every((count, at) => count - (wokenAfterTurn[at - 1] ?? 0) <= 1)).toBe(true);
    await Promise.all(all);
  });

  it('continue after a pause', async () => {
    const nextTurn = createTurns();
    await nextTurn();
    await loopTurn();
    await nextTurn();
  });
});
