import type { Clock, Dispose } from '../../electron/core/ports.ts';

/** Time that only moves when told to. */
export interface FakeClock extends Clock {
  /** True time since the clock was made, ms. */
  elapsedMs(): number;
  /** Moves time on, running what is due on the way, each with its consequences. */
  advance(ms: number): Promise<void>;
  /** Sets this laptop's clock, as a person or NTP would: this much ahead of `wallMs` as given plus the time elapsed, ms. */
  setWall(aheadMs: number): void;
}

/** Lets promises settle: whatever was resolved has run its continuation afterwards. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** `afterEach` runs once the consequences of a task have settled. */
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
