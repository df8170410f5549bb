import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as ClockModule from '../../../renderer/session/clock.svelte.ts';
import { compiled } from '../support/compiled.ts';

const load = compiled();
const MINUTE_MS = 60_000;
/** 20 s before a minute begins. */
const START_MS = Date.UTC(2026, 2, 3, 9, 0, 40);

beforeEach(() => void vi.useFakeTimers({ now: START_MS }));
afterEach(() => void vi.useRealTimers());

/** Returns a running clock and the times, in ms after the start, at which it was updated. */
async function createClock() {
  const { Clock } = (await load('/renderer/session/clock.svelte.ts')) as typeof ClockModule;
  const clock = new Clock();
  const stop = clock.start();
  const updates: number[] = [];
  const update = clock.update.bind(clock);
  clock.update = () => {
    updates.push(Date.now() - START_MS);
    update();
  };
  return { clock, stop, updates };
}

test('an idle page updates the time once a minute, when the minute begins', async () => {
  const { stop, updates } = await createClock();
  vi.advanceTimersByTime(3 * MINUTE_MS);
  expect(updates).toEqual([20_000, 80_000, 140_000]);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('the minute begins by the time of the service', async () => {
  const { clock, updates } = await createClock();
  clock.correct(15_000);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(updates).toEqual([0, 5_000]);
});

test('a countdown updates the time every 5 s until it ends', async () => {
  const { clock, updates } = await createClock();
  const end = clock.showSeconds();
  vi.advanceTimersByTime(12_000);
  expect(updates).toEqual([0, 5_000, 10_000]);
  end();
  vi.advanceTimersByTime(MINUTE_MS);
  expect(updates).toEqual([0, 5_000, 10_000, 15_000, 20_000]);
});

test('the time that an event handler reads is exact between two updates', async () => {
  const { clock } = await createClock();
  vi.advanceTimersByTime(19_000);
  expect(clock.nowMs).toBe(START_MS + 19_000);
});
