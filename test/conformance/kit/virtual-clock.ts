import type { Clock } from '../../../electron/core/ports.ts';
import type { Simulator } from '../../../electron/simulator/simulator.ts';

/**
 * A client clock that runs on virtual time. Instead of waiting, a timer advances the simulator's time by its
 * delay and then runs its task.
 */
export interface VirtualClock extends Clock {
  /** Makes the clock follow the simulator's time. Until then, the clock shows this computer's time. */
  follow(simulator: Simulator): void;
  /** Sets how far the wall clock is ahead of virtual time. The monotonic clock is not affected. */
  setOffset(ms: number): void;
}

/** The delays of the app's timers for backups, for retention and for refreshing the screens. */
const BACKGROUND_MS = [10_000, 3_600_000, 3_000];

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
      // Ignores the timers of background work, which are recognized by their delays. No test waits for them,
      // and each would advance virtual time.
      if (BACKGROUND_MS.includes(delayMs)) return () => undefined;
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
