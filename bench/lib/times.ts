import { existsSync, openSync, readSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Duration of work on this thread. */
export interface Times {
  /** Elapsed time minus the time spent waiting for a processor. */
  readonly ms: number;
  readonly wallMs: number;
}

/**
 * The second number in this Linux file is the time, in ns, that this thread has spent waiting for a
 * processor.
 */
const SCHEDSTAT_FILE = '/proc/thread-self/schedstat';
// The file stays open, because opening it takes several times as long as reading it.
const schedstat = existsSync(SCHEDSTAT_FILE) ? openSync(SCHEDSTAT_FILE, 'r') : null;
const digits = Buffer.alloc(128);

/** Returns how long, in ms, this thread has waited for a processor since it started. */
function waitedMs(): number {
  if (schedstat === null) return 0;
  const length = readSync(schedstat, digits, 0, digits.length, 0);
  return Number(digits.toString('latin1', 0, length).split(' ')[1] ?? 0) / 1_000_000;
}

/** A point in time. The end of one measurement can also be the start of the next. */
export interface Moment {
  readonly wallMs: number;
  readonly waitedMs: number;
}
export const momentNow = (): Moment => ({ wallMs: performance.now(), waitedMs: waitedMs() });
export function timesBetween(start: Moment, end: Moment): Times {
  const wallMs = end.wallMs - start.wallMs;
  return { ms: Math.max(0, wallMs - (end.waitedMs - start.waitedMs)), wallMs };
}

/**
 * Starts a measurement.
 * @returns a function that returns the time since the start
 */
export function startTimes(): () => Times {
  const start = momentNow();
  return () => timesBetween(start, momentNow());
}
