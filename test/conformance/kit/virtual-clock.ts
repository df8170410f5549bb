import type { Clock } from '../../../electron/core/ports.ts';
import type { Simulator } from '../../../electron/simulator/simulator.ts';

/** A client's clock in virtual time. A wait on it advances the simulator immediately by the same time. */
export interface VirtualClock extends Clock {
  /** Follows the simulator's time; before this call the clock shows the laptop's. */
  follow(simulator: Simulator): void;
  /** Sets the error of this laptop's wall clock in ms. The monotonic clock is not affected. */
  setOffset(ms: number): void;
}

/** The delays in ms after which backups and retention run: shortly after the start, and every hour. */
const HOUSEKEEPING_MS = [10_000, 3_600_000];

export function createVirtualClock(): VirtualClock {
  let simulator: Simulator | null = null;
  let offsetMs = 0;
  let monotonicStartMs = 0;
  const nowMs = (): number => simulator?.nowMs() ?? Date.now();
  const monotonicMs = (): number => nowMs() - monotonicStartMs;
  return {
    nowMs: () => nowMs() + offsetMs,
    monotonicMs,
    after: (delayMs, task) => {
      // Drops housekeeping timers, because virtual time must not jump to them. No call waits for exactly
      // these delays.
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
    setOffset: (ms) => {
      offsetMs = ms;
    },
  };
}
