import { isCovered, type Cover } from './coverage.ts';
import { dayNumber, dayOfTime, type DayRange } from './calendar-days.ts';

/** Maximum number of date ranges to fetch. Each range is a separate request. */
const STRETCHES_MAX = 5;
/**
 * The service adds some rounds late. A fetch may miss rounds that were announced up to this many days
 * earlier.
 */
const LATE_DAYS = 3;
/** Replaces `LATE_DAYS` if a newer match count shows that a fetch has missed rounds. */
const PUBLISHED_WITHIN_DAYS = 14;
/** A query is offered again only if it was last sent at least this many milliseconds ago. */
export const RECENT_FETCH_MS = 600_000;

type MissingReason = 'never' | 'may-be-new';
export interface MissingRange extends DayRange {
  readonly why: MissingReason;
}

/** Number of matches reported by the service, with the time of the report. */
export interface Count {
  readonly total: number;
  readonly atMs: number;
}

interface MissingParts {
  readonly count: Count | null;
  readonly nowMs: number;
  /** Returns whether the query was sent for exactly these days within the last `RECENT_FETCH_MS`. */
  wasFetchedRecently(days: DayRange): boolean;
}

/**
 * Returns the date ranges to fetch: days that were never fetched, and days fetched so early that the service
 * may have added rounds since. If there are more than `STRETCHES_MAX` ranges, some are joined. The rows
 * between joined ranges are paid for again, so the ranges with the fewest rows in between are joined first.
 * Pure.
 */
export function missingDays(cover: Cover, parts: MissingParts): MissingRange[] {
  const why = whyOf(cover, parts);
  const stretches: MissingRange[] = [];
  for (let day = cover.requested.from; day <= cover.requested.to; day += 1) {
    const reason = why(day);
    const last = stretches.at(-1);
    if (reason === null) continue;
    if (last !== undefined && last.to === day - 1 && last.why === reason)
      stretches[stretches.length - 1] = { ...last, to: day };
    else stretches.push({ from: day, to: day, why: reason });
  }
  const rows = rowsByDay(cover);
  while (stretches.length > STRETCHES_MAX) joinCheapest(stretches, rows);
  return stretches.filter((stretch) => !parts.wasFetchedRecently(stretch));
}

function whyOf(cover: Cover, { count, nowMs }: MissingParts): (day: number) => MissingReason | null {
  const isComplete = isCovered(cover);
  const isConfirmed = isComplete && count?.total === cover.rows.length;
  // The count covers all days of the query, so it can be compared with the stored rows only if the rows of
  // every day are stored.
  const recheckedAtMs = isComplete ? (count?.atMs ?? null) : null;
  return (day) => {
    const fetchedAtMs = cover.days.get(day);
    if (fetchedAtMs === undefined) return 'never';
    if (nowMs - fetchedAtMs < RECENT_FETCH_MS) return null;
    const isRechecked = recheckedAtMs !== null && recheckedAtMs > fetchedAtMs;
    if (isRechecked && isConfirmed) return null;
    // If a past day was fetched today, it is not offered again before tomorrow, unless a newer count of the
    // matches is known. This prevents two searches on the same day from paying for the past day twice (`npm
    // run bench -- quota`).
    const isLookedAtToday = dayOfTime(fetchedAtMs) === dayOfTime(nowMs) && day !== dayOfTime(nowMs);
    if (isLookedAtToday && !isRechecked) return null;
    const horizon = isRechecked ? PUBLISHED_WITHIN_DAYS : LATE_DAYS;
    return day > dayOfTime(fetchedAtMs) - horizon ? 'may-be-new' : null;
  };
}

function rowsByDay({ rows }: Cover): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { on } of rows) {
    if (on === null) continue;
    const day = dayNumber(on);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

/**
 * Joins the two neighboring ranges whose gap contains the fewest rows. In a tie, the shortest gap is chosen.
 */
function joinCheapest(stretches: MissingRange[], rows: ReadonlyMap<number, number>): void {
  let best = { index: 0, rows: Infinity, days: Infinity };
  stretches.forEach((stretch, index) => {
    const next = stretches[index + 1];
    if (next === undefined) return;
    let between = 0;
    for (let day = stretch.to + 1; day < next.from; day += 1) between += rows.get(day) ?? 0;
    const days = next.from - stretch.to - 1;
    if (between < best.rows || (between === best.rows && days < best.days))
      best = { index, rows: between, days };
  });
  const [first, second] = stretches.slice(best.index, best.index + 2);
  if (first === undefined || second === undefined) return;
  const why = first.why === 'never' || second.why === 'never' ? 'never' : 'may-be-new';
  stretches.splice(best.index, 2, { from: first.from, to: second.to, why });
}
