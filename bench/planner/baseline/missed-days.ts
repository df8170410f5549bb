import { planFact } from '../../../electron/core/database/queries/ledger/plan-times.ts';
import { oldestSetAt } from '../../../electron/core/database/queries/cache/query-sets.ts';
import { dayOfTime, type DayRange } from '../../../electron/core/search-coverage/calendar-days.ts';
import { interruptionsIn } from '../../../electron/core/webhook/uptime-log.ts';
import type { PlanParts } from './plan-inputs.ts';
import { HOUR_MS } from '../../../shared/durations.ts';

/** Name of the plan fact that stores the time of the last complete catch-up. */
export const LAST_CATCH_UP = 'heard';
/**
 * Minimum time without webhook events that counts as a gap, in ms. A shorter time may only mean that the
 * computer was asleep.
 */
const GAP_MS = 6 * HOUR_MS;
/** Maximum number of days per query; the service's own limit is undocumented (spec §4.2). */
const SPAN_DAYS = 31;

interface MissedDays {
  /** Start of the earliest period in which events may have been missed, in ms of server time. */
  readonly sinceMs: number;
  /** The days to request, oldest first, in ranges of at most `SPAN_DAYS` days. */
  readonly ranges: readonly DayRange[];
}

/**
 * Returns the days on which rounds may have been missed: the periods since the last complete catch-up in
 * which the receiver did not listen, and the time since the last webhook event or catch-up. Each period
 * starts `overlapDays` earlier, because rounds are often published days after their date. Returns null if no
 * rounds can have been missed, or if the app has never received or fetched a round.
 */
export function missedDays(parts: PlanParts, overlapDays: number): MissedDays | null {
  const nowMs = parts.governor.serverNowMs();
  const periods = missedPeriods(parts, nowMs);
  const [first] = periods;
  if (first === undefined) return null;
  const ranges = periods.map(({ fromMs, toMs }) => ({
    from: dayOfTime(fromMs) - overlapDays,
    to: dayOfTime(toMs),
  }));
  return { sinceMs: first.fromMs, ranges: joined(ranges).flatMap(inSpans) };
}

/** Returns the periods in which events may have been missed, earliest first. The periods may overlap. */
function missedPeriods({ files, lastReceivedAtMs }: PlanParts, nowMs: number) {
  const caughtUpMs = planFact(files.ledger, LAST_CATCH_UP);
  const times = [caughtUpMs, lastReceivedAtMs()].filter((atMs) => atMs !== null);
  // If there were no events and no catch-ups, the period starts at the first search, when the user began to
  // use the app. Later searches do not start a new period, because they may not have fetched the missed
  // rounds.
  const silentSinceMs = times.length > 0 ? Math.max(...times) : oldestSetAt(files.cache, 'fundings');
  return [
    ...interruptionsIn(files.cache, { sinceMs: caughtUpMs, leastMs: GAP_MS }),
    ...(silentSinceMs === null ? [] : [{ fromMs: silentSinceMs, toMs: nowMs }]),
  ]
    .filter(({ fromMs, toMs }) => toMs - fromMs >= GAP_MS)
    .sort((a, b) => a.fromMs - b.fromMs);
}

/** Joins ranges that overlap or are adjacent. `ranges` must be sorted by their first day. */
function joined(ranges: readonly DayRange[]): DayRange[] {
  const result: DayRange[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last !== undefined && range.from <= last.to + 1)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else result.push(range);
  }
  return result;
}

function inSpans({ from, to }: DayRange): DayRange[] {
  const spans: DayRange[] = [];
  for (let start = from; start <= to; start += SPAN_DAYS)
    spans.push({ from: start, to: Math.min(to, start + SPAN_DAYS - 1) });
  return spans;
}
