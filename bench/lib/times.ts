import { existsSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Duration of work on this thread. */
export interface Times {
  /** Elapsed time minus the time spent waiting for a processor. */
  readonly ms: number;
  readonly wallMs: number;
}

/**
 * The second number in this Linux file is the time in ns for which this thread had to wait for a processor.
 */
const SCHEDSTAT_FILE = '/proc/thread-self/schedstat';
const isReported = existsSync(SCHEDSTAT_FILE);
const waitedMs = (): number =>
  isReported ? Number(readFileSync(SCHEDSTAT_FILE, 'latin1').split(' ')[1] ?? 0) / 1_000_000 : 0;

/**
 * Starts a measurement.
 * @returns a function that returns the time since the start
 */
export function startTimes(): () => Times {
  const startWaitedMs = waitedMs();
  const startMs = performance.now();
  return () => {
    const wallMs = performance.now() - startMs;
    return { ms: Math.max(0, wallMs - (waitedMs() - startWaitedMs)), wallMs };
  };
}
