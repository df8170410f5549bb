import { setImmediate as loopTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  beginSlice,
  createTurns,
  forEachRange,
} from '../../../../electron/core/library/index/time-slices.ts';

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

describe('an urgent task', () => {
  it('does not begin in a turn in which another one ended', async () => {
    const nextTurn = createTurns();
    const options = { clock: { monotonicMs: () => 0 }, stopped: () => false, nextTurn };
    const began: string[] = [];
    const begin = async (name: string): Promise<void> => {
      await beginSlice(options);
      began.push(name);
    };
    const all = Promise.all([begin('first'), begin('second')]);
    await Promise.resolve();
    expect(began).toEqual([]);
    await loopTurn();
    expect(began.length).toBeLessThanOrEqual(1);
    await all;
    expect(began).toHaveLength(2);
  });
});

describe('ranges', () => {
  it('cover all indexes once, with a yield after each', async () => {
    const calls: string[] = [];
    const body = (from: number, to: number): void => void calls.push(`${from} to ${to}`);
    await forEachRange(7, 3, body, () => Promise.resolve(void calls.push('yield')));
    expect(calls).toEqual(['0 to 3', 'yield', '3 to 6', 'yield', '6 to 7', 'yield']);
  });
});
