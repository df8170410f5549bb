import { uptime } from 'node:os';
import type { Clock } from '../core/ports.ts';
import { MINUTE_MS } from '../../shared/durations.ts';

/**
 * Interval at which a long timer compares its due time with the clock. Node's timers pause while the computer
 * sleeps, so a single Node timer for the whole delay would run too late.
 */
const RECHECK_MS = MINUTE_MS;

/** The system's clocks. Tests replace them. */
export interface ClockSources {
  wallMs(): number;
  /** Monotonic time. Includes the time during which the computer sleeps, except on Linux. */
  steadyMs(): number;
  /** Time since the system started, including sleep. Null on systems other than Linux. */
  uptimeMs(): number | null;
}

const systemSources: ClockSources = {
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  // Only Linux needs the uptime, because `steadyMs` includes sleep on macOS and Windows. On macOS, `uptime`
  // would also depend on the wall clock.
  uptimeMs: () => (process.platform === 'linux' ? uptime() * 1_000 : null),
};

export interface SystemClock extends Clock {
  /** Runs overdue tasks in order of their due times. Call when the computer wakes up. */
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
      // Overdue timers all have a delay of 0, and Node runs timers with equal delays in the order in which
      // they were set.
      for (const each of [...waiting].sort((one, other) => one.dueMs - other.dueMs)) each.recheck();
    },
  };
}
