import { uptime } from 'node:os';
import type { Clock } from '../core/ports.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/durations.ts';

/**
 * Interval at which long delays are compared with the clock. Node's timers pause while the computer sleeps, so
 * a single Node timer for the whole delay would run too late.
 */
const RECHECK_MS = MINUTE_MS;

/**
 * Milliseconds added to delays of more than a second. Without them, Node may run a timer a few milliseconds
 * too early. Setting that timer again would wake up the process two more times.
 */
const EARLY_MS = 5;
const withMargin = (delayMs: number): number => (delayMs > SECOND_MS ? delayMs + EARLY_MS : delayMs);

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
  // `performance` would have to be loaded first, which takes several milliseconds of the start.
  steadyMs: () => process.uptime() * SECOND_MS,
  // Null on macOS and Windows, because `steadyMs` already includes sleep there. On macOS, changes to the wall
  // clock would also change `uptime`.
  uptimeMs: () => (process.platform === 'linux' ? uptime() * 1_000 : null),
};

export interface SystemClock extends Clock {
  /** Runs overdue tasks in order of their due times. Call when the computer wakes up. */
  runOverdue(): void;
}

interface PendingTask {
  readonly dueMs: number;
  recheck(): void;
}
const byDueTime = (one: PendingTask, other: PendingTask): number => one.dueMs - other.dueMs;

export function createSystemClock(sources: ClockSources = systemSources): SystemClock {
  const waiting = new Set<PendingTask>();
  const long = createLongDelays(() => sources.wallMs());
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
      let timer: NodeJS.Timeout | undefined;
      const stopWaiting = (): void => {
        clearTimeout(timer);
        long.delete(pending);
      };
      const cancel = (): void => {
        stopWaiting();
        waiting.delete(pending);
      };
      const wait = (): void => {
        const leftMs = Math.max(0, dueMs - monotonicMs());
        stopWaiting();
        if (leftMs > RECHECK_MS) long.add(pending);
        else timer = setTimeout(runIfDue, withMargin(leftMs));
      };
      const runIfDue = (): void => {
        if (monotonicMs() < dueMs) return wait();
        cancel();
        task();
      };
      const pending: PendingTask = { dueMs, recheck: wait };
      waiting.add(pending);
      wait();
      return cancel;
    },
    runOverdue: () => {
      // Overdue timers all have a delay of 0. Node runs timers with equal delays in the order in which they
      // were set, so they are set in the order of their due times.
      for (const each of [...waiting].sort(byDueTime)) each.recheck();
    },
  };
}

/**
 * Rechecks all tasks with long delays together, because a timer for each task would wake up the process once
 * a minute. The recheck is at the beginning of a minute, when the page's clock and the notifications wake up
 * the processor anyway.
 */
function createLongDelays(wallMs: () => number): {
  add(task: PendingTask): void;
  delete(task: PendingTask): void;
} {
  const tasks = new Set<PendingTask>();
  let timer: NodeJS.Timeout | null = null;
  const recheck = (): void => {
    timer = null;
    for (const task of [...tasks].sort(byDueTime)) task.recheck();
  };
  return {
    add: (task) => {
      tasks.add(task);
      timer ??= setTimeout(recheck, withMargin(RECHECK_MS - (wallMs() % RECHECK_MS)));
    },
    delete: (task) => {
      tasks.delete(task);
      if (tasks.size > 0 || timer === null) return;
      clearTimeout(timer);
      timer = null;
    },
  };
}
