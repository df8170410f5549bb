import type { Clock, Dispose } from '../../../electron/core/ports.ts';

/** A clock that advances only on request. */
export interface FakeClock extends Clock {
  /** True time since the clock was created, in ms. */
  elapsedMs(): number;
  /** Advances time and runs due timers on the way, letting promises settle after each. */
  advance(ms: number): Promise<void>;
  /**
   * Sets the laptop's wall clock, like a user or NTP: this many ms ahead of the initial `wallMs` plus the
   * elapsed time.
   */
  setWall(aheadMs: number): void;
}

/** Lets the continuations of resolved promises run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** `afterEach` runs after the promises of each task have settled. */
export function createFakeClock(wallMs: number, afterEach: () => void = () => undefined): FakeClock {
  let nowMs = 0;
  let aheadMs = 0;
  let order = 0;
  const timers = new Set<{ atMs: number; order: number; task: () => void }>();

  const nextDue = (untilMs: number) =>
    [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs || a.order - b.order)[0];

  return {
    nowMs: () => wallMs + aheadMs + nowMs,
    monotonicMs: () => nowMs,
    elapsedMs: () => nowMs,
    after: (delayMs, task): Dispose => {
      const timer = { atMs: nowMs + Math.max(0, delayMs), order: order++, task };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: async (ms) => {
      const untilMs = nowMs + ms;
      await settled();
      for (let due = nextDue(untilMs); due !== undefined; due = nextDue(untilMs)) {
        timers.delete(due);
        nowMs = Math.max(nowMs, due.atMs);
        due.task();
        await settled();
        afterEach();
      }
      nowMs = untilMs;
    },
    setWall: (ms) => {
      aheadMs = ms;
    },
  };
}
