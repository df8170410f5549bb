import { existsSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** What work on this thread took. */
export interface Times {
  /** Without what the thread waited for a processor that other programs had. */
  readonly ms: number;
  /** By the clock on the wall. */
  readonly wallMs: number;
}

/** Linux tells how long this thread was ready to run and had to wait: the second number, ns. */
const WAITED = '/proc/thread-self/schedstat';
const isTold = existsSync(WAITED);
const waitedMs = (): number =>
  isTold ? Number(readFileSync(WAITED, 'latin1').split(' ')[1] ?? 0) / 1_000_000 : 0;

/** Begins to measure; calling what it gives tells how much it was until then. */
export function startTimes(): () => Times {
  const startWaitedMs = waitedMs();
  const startMs = performance.now();
  return () => {
    const wallMs = performance.now() - startMs;
    return { ms: Math.max(0, wallMs - (waitedMs() - startWaitedMs)), wallMs };
  };
}
