import { uptime } from 'node:os';
import type { Clock } from '../core/ports.ts';

/** Timers stand still while a laptop sleeps, so a long wait is looked at again this often, ms. */
const LOOK_AGAIN_MS = 60_000;

/** The readings, as arguments for the tests. */
export interface ClockSources {
  wallMs(): number;
  /** Steady; on Linux it stands still during sleep, on macOS and Windows it goes on. */
  steadyMs(): number;
  /** Goes on during sleep, or null where it follows the wall clock. */
  uptimeMs(): number | null;
}

const systemSources: ClockSources = {
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  // libuv derives macOS's uptime from the wall clock; its steady clock already counts sleep there.
  uptimeMs: () => (process.platform === 'linux' ? uptime() * 1_000 : null),
};

export interface SystemClock extends Clock {
  /** After sleep: what fell due meanwhile runs now and not within a minute, in the order it fell due, one after the other. */
  lookAgain(): void;
}

interface Waiting {
  readonly dueMs: number;
  look(): void;
}

export function createSystemClock(sources: ClockSources = systemSources): SystemClock {
  const waiting = new Set<Waiting>();
  const startedAt = { steadyMs: sources.steadyMs(), uptimeMs: sources.uptimeMs() };
  let newestMs = 0;
  const monotonicMs = (): number => {
    const uptimeMs = sources.uptimeMs();
    const awakeMs = sources.steadyMs() - startedAt.steadyMs;
    const sinceMs = uptimeMs === null || startedAt.uptimeMs === null ? 0 : uptimeMs - startedAt.uptimeMs;
    newestMs = Math.max(newestMs, awakeMs, sinceMs);
    return newestMs;
  };
  return {
    nowMs: () => sources.wallMs(),
    monotonicMs,
    steadyMs: () => sources.steadyMs(),
    after: (delayMs, task) => {
      const dueMs = monotonicMs() + delayMs;
      let timer: NodeJS.Timeout;
      const cancel = (): void => {
        clearTimeout(timer);
        waiting.delete(own);
      };
      const wait = (): void => {
        const leftMs = Math.max(0, dueMs - monotonicMs());
        clearTimeout(timer);
        timer = setTimeout(look, Math.min(leftMs, LOOK_AGAIN_MS));
      };
      const look = (): void => {
        if (monotonicMs() < dueMs) return wait();
        cancel();
        task();
      };
      const own: Waiting = { dueMs, look: wait };
      waiting.add(own);
      wait();
      return cancel;
    },
    lookAgain: () => {
      // Timers that are due at once run in the order they are set.
      for (const each of [...waiting].sort((one, other) => one.dueMs - other.dueMs)) each.look();
    },
  };
}
