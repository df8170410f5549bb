import type { Clock, Dispose } from '../../../electron/core/ports.ts';

/** A clock whose time passes only when a test calls `advance`. */
export interface FakeClock extends Clock {
  /** Returns the time that has passed since the clock was created. */
  elapsedMs(): number;
  /** Advances the clock. Runs each timer when it is due, and waits after each until promises have settled. */
  advance(ms: number): Promise<void>;
  /**
   * Advances the clock by a long time. Runs each timer when it is due, but waits for promises only once per
   * hour of this clock, so the timers must do synchronous work only.
   */
  passQuietly(ms: number): Promise<void>;
  /** Sets the wall clock `aheadMs` ahead of the correct time, as if the user had changed the date. */
  setWall(aheadMs: number): void;
}

/** How far `passQuietly` advances the clock before it waits for promises again, in ms. */
const QUIET_MS = 3_600_000;

/** Waits until all code that awaits an already settled promise has continued. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** @param afterEach - called after each timer, once promises have settled */
export function createFakeClock(wallMs: number, afterEach: () => void = () => undefined): FakeClock {
  let nowMs = 0;
  let aheadMs = 0;
  let order = 0;
  const timers = new Set<{ atMs: number; order: number; task: () => void }>();

  const nextDue = (untilMs: number) =>
    [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs || a.order - b.order)[0];

  const runNext = (untilMs: number): boolean => {
    const due = nextDue(untilMs);
    if (due === undefined) return false;
    timers.delete(due);
    nowMs = Math.max(nowMs, due.atMs);
    due.task();
    return true;
  };

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
      while (runNext(untilMs)) {
        await settled();
        afterEach();
      }
      nowMs = untilMs;
    },
    passQuietly: async (ms) => {
      const endMs = nowMs + ms;
      while (nowMs < endMs) {
        await settled();
        const untilMs = Math.min(endMs, nowMs + QUIET_MS);
        while (runNext(untilMs));
        nowMs = untilMs;
      }
      await settled();
    },
    setWall: (ms) => {
      aheadMs = ms;
    },
  };
}
