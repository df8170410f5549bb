import type { Clock } from '../../electron/core/ports.ts';
import type { Simulator } from '../../electron/simulator/simulator.ts';

/** A client's clock in virtual time; whoever waits by it lets that time pass at once, for the service too. */
export interface HurriedClock extends Clock {
  /** Whose time it is. Before that it tells the laptop's. */
  follow(simulator: Simulator): void;
  /** How far this laptop's wall clock is off from now on, ms. The monotonic reading is not. */
  setOff(ms: number): void;
}

/** When backups and retention look around: a while after the start, and every hour, ms. */
const HOUSEKEEPING_MS = [10_000, 3_600_000];

export function createHurriedClock(): HurriedClock {
  let simulator: Simulator | null = null;
  let offMs = 0;
  let monotonicStartMs = 0;
  const nowMs = (): number => simulator?.nowMs() ?? Date.now();
  const monotonicMs = (): number => nowMs() - monotonicStartMs;
  return {
    nowMs: () => nowMs() + offMs,
    monotonicMs,
    after: (delayMs, task) => {
      // Nobody waits for the housekeeping, and time must not jump to it. No call's own wait is one of these to the
      // millisecond.
      if (HOUSEKEEPING_MS.includes(delayMs)) return () => undefined;
      const dueMs = monotonicMs() + delayMs;
      const timer = setTimeout(() => {
        simulator?.advance(Math.max(0, Math.ceil(dueMs - monotonicMs())));
        task();
      }, 1);
      return () => clearTimeout(timer);
    },
    follow: (one) => {
      simulator = one;
      monotonicStartMs = one.nowMs();
    },
    setOff: (ms) => {
      offMs = ms;
    },
  };
}
