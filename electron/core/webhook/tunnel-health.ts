import type { Silence } from '../../../shared/model/signal.ts';
import { deliveryTimes, receiverSpans } from '../database/queries/cache/signals.ts';
import type { ReadDb } from '../database/sql.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';

/**
 * Minimum time without a delivery before the receiver can count as silent. Only time when it was listening
 * counts.
 */
const SILENT_MS = 3 * DAY_MS;
/**
 * The receiver counts as silent only if the time without a delivery is at least this many times the usual
 * gap.
 */
const GAPS_SILENT = 4;
/**
 * Deliveries less than this many milliseconds apart count as one delivery, because rounds are often published
 * together.
 */
const TOGETHER_MS = HOUR_MS;
/**
 * Minimum number of gaps between deliveries for computing the usual gap. With fewer gaps, silence is never
 * reported.
 */
const GAPS_MIN = 4;
const DELIVERIES_READ = 200;
const SPANS_READ = 200;

interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Returns how long the receiver has been listening without a delivery, or null if this is not unusually long.
 * Does not count time in which the receiver was not listening. All times are server time; `deliveries` and
 * `spans` must be sorted newest first. Pure.
 */
export function silenceOf(
  deliveries: readonly number[],
  spans: readonly Period[],
  nowMs: number,
): Silence | null {
  const [lastMs] = deliveries;
  const usualGapMs = usualGap(deliveries);
  if (lastMs === undefined || usualGapMs === null) return null;
  const listenedMs = spans.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, nowMs) - Math.max(fromMs, lastMs)),
    0,
  );
  const isSilent = listenedMs >= Math.max(SILENT_MS, GAPS_SILENT * usualGapMs);
  return isSilent ? { listenedMs, elapsedMs: Math.max(listenedMs, nowMs - lastMs), usualGapMs } : null;
}

/** Returns the median time between deliveries; null if there are too few of them. */
function usualGap(deliveries: readonly number[]): number | null {
  const gaps: number[] = [];
  let [laterMs] = deliveries;
  for (const atMs of deliveries) {
    if (laterMs === undefined || laterMs - atMs < TOGETHER_MS) continue;
    gaps.push(laterMs - atMs);
    laterMs = atMs;
  }
  const sorted = gaps.toSorted((a, b) => a - b);
  return gaps.length < GAPS_MIN ? null : (sorted[Math.floor(sorted.length / 2)] ?? null);
}

/** Like `silenceOf`, but reads the deliveries and listening periods from the cache. */
export const silenceIn = (cache: ReadDb, nowMs: number): Silence | null =>
  silenceOf(deliveryTimes(cache, DELIVERIES_READ), receiverSpans(cache, SPANS_READ), nowMs);
