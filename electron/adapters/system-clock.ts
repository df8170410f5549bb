import { uptime } from 'node:os';
import type { Clock } from '../core/ports.ts';

/** Timers pause while the computer sleeps, so long waits are split into parts of this length. */
const RECHECK_MS = 60_000;

/** The clocks, injectable for tests. */
export interface ClockSources {
  wallMs(): number;
  /** Monotonic; pauses during sleep on Linux but not on macOS and Windows. */
  steadyMs(): number;
  /** Includes sleep; null if it follows the wall clock. */
  uptimeMs(): number | null;
}

const systemSources: ClockSources = {
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  // On macOS libuv derives the uptime from the wall clock, and the monotonic clock already includes sleep.
  uptimeMs: () => (process.platform === 'linux' ? uptime() * 1_000 : null),
};

export interface SystemClock extends Clock {
  /** Called after sleep: runs overdue tasks now, in order of their due time. */
  runOverdue(): void;
}

interface PendingTimer {
  readonly dueMs: number;
  recheck(): void;
}

export function createSystemClock(sources: ClockSources = systemSources): SystemClock {
  const waiting = new Set<PendingTimer>();
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
        waiting.delete(pending);
      };
      const wait = (): void => {
        const leftMs = Math.max(0, dueMs - monotonicMs());
        clearTimeout(timer);
        timer = setTimeout(runIfDue, Math.min(leftMs, RECHECK_MS));
      };
      const runIfDue = (): void => {
        if (monotonicMs() < dueMs) return wait();
        cancel();
        task();
      };
      const pending: PendingTimer = { dueMs, recheck: wait };
      waiting.add(pending);
      wait();
      return cancel;
    },
    runOverdue: () => {
      // Overdue timers run in the order in which they are set.
      for (const each of [...waiting].sort((one, other) => one.dueMs - other.dueMs)) each.recheck();
    },
  };
}
