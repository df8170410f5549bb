import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSystemClock, type ClockSources } from '../../../electron/adapters/system-clock.ts';

/** 20 s after a minute has begun. */
const START_MS = Date.UTC(2026, 2, 3, 9, 0, 20);
/** Time in ms by which a timer of the clock may be late. */
const LATE_MS = 10;

beforeEach(() => void vi.useFakeTimers({ now: START_MS }));
afterEach(() => void vi.useRealTimers());

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Creates fake clock sources. `sleep` simulates a sleeping computer: the wall clock and the uptime advance,
 * but timers and the steady clock do not.
 */
function createSources() {
  let sleptMs = 0;
  const sources: ClockSources = {
    wallMs: () => Date.now() + sleptMs,
    steadyMs: () => performance.now(),
    uptimeMs: () => performance.now() + sleptMs,
  };
  return { sources, sleep: (ms: number) => void (sleptMs += ms) };
}

it('counts sleep, and ignores a step back of the wall clock', () => {
  const { sources, sleep } = createSources();
  const clock = createSystemClock(sources);
  const before = clock.monotonicMs();
  sleep(3_600_000);
  expect(clock.monotonicMs() - before).toBe(3_600_000);
  sleep(-7_200_000);
  expect(clock.monotonicMs() - before).toBe(3_600_000);
});

it('waits out a delay longer than a timer can hold (24.8 days)', () => {
  const task = vi.fn();
  createSystemClock(createSources().sources).after(31 * DAY_MS, task);
  vi.advanceTimersByTime(30 * DAY_MS);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(DAY_MS + LATE_MS);
  expect(task).toHaveBeenCalledOnce();
});

it('sets one timer for a delay, even if Node runs timers a few milliseconds early', () => {
  let earlyMs = 0;
  const steadyMs = () => performance.now() - earlyMs;
  const task = vi.fn();
  createSystemClock({ wallMs: () => Date.now(), steadyMs, uptimeMs: () => null }).after(30_000, task);
  earlyMs = 4;
  vi.advanceTimersToNextTimer();
  expect(task).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it('runs a short delay without a margin', () => {
  const task = vi.fn();
  createSystemClock(createSources().sources).after(500, task);
  vi.advanceTimersByTime(500);
  expect(task).toHaveBeenCalledOnce();
});

it('runs a task that fell due during sleep within a minute of waking', () => {
  const { sources, sleep } = createSources();
  const task = vi.fn();
  createSystemClock(sources).after(DAY_MS, task);
  vi.advanceTimersByTime(1_000);
  sleep(2 * DAY_MS);
  vi.advanceTimersByTime(60_000);
  expect(task).toHaveBeenCalledOnce();
});

it('cancels a delay that spans several timers', () => {
  const task = vi.fn();
  const cancel = createSystemClock(createSources().sources).after(DAY_MS, task);
  vi.advanceTimersByTime(DAY_MS / 2);
  cancel();
  vi.advanceTimersByTime(DAY_MS);
  expect(task).not.toHaveBeenCalled();
});

it('never goes back', () => {
  vi.useRealTimers();
  const clock = createSystemClock();
  let last = clock.monotonicMs();
  for (let reading = 0; reading < 10_000; reading += 1) {
    const now = clock.monotonicMs();
    expect(now).toBeGreaterThanOrEqual(last);
    last = now;
  }
});

it('runs tasks that fell due during sleep once and in order, without cancelled ones', () => {
  const { sources, sleep } = createSources();
  const clock = createSystemClock(sources);
  const ran: string[] = [];
  clock.after(3 * 3_600_000, () => ran.push('later'));
  clock.after(3_600_000, () => ran.push('sooner'));
  clock.after(DAY_MS, () => ran.push('tomorrow'));
  const cancel = clock.after(3_600_000, () => ran.push('cancelled'));
  cancel();
  sleep(4 * 3_600_000);
  clock.runOverdue();
  clock.runOverdue();
  vi.advanceTimersByTime(0);
  expect(ran).toEqual(['sooner', 'later']);
  vi.advanceTimersByTime(120_000);
  expect(ran).toEqual(['sooner', 'later']);
});

it('wakes up once a minute for all long delays together, when the minute begins', () => {
  const clock = createSystemClock(createSources().sources);
  const stops = Array.from({ length: 8 }, (_, at) => clock.after(DAY_MS + at * 1_000, () => undefined));
  for (let minutes = 0; minutes < 60; minutes += 1) {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersToNextTimer();
    expect(Math.floor(Date.now() / MINUTE_MS)).toBe(minute + 1);
    expect(Date.now() % MINUTE_MS).toBeLessThanOrEqual(LATE_MS);
  }
  for (const stop of stops) stop();
  expect(vi.getTimerCount()).toBe(0);
});
