import { isCovered, type Cover } from './cover.ts';
import { dayNumber, dayOfTime, type DayRange } from './days.ts';

/** At most so many stretches are offered: each is a call of its own. */
const STRETCHES_MAX = 5;
/** Rounds of the last days before an answer are still coming in when it is fetched. */
const LATE_DAYS = 3;
/** So long after its announcement a round may still appear: the re-check by a count looks as far back. */
const PUBLISHED_WITHIN_DAYS = 14;
/** What was asked so short a time ago is not offered again, ms. */
export const JUST_ASKED_MS = 600_000;

export type Why = 'never' | 'may-be-new';
export interface Stretch extends DayRange {
  readonly why: Why;
}

/** How many match, as the service said; null where it never did. */
export interface Count {
  readonly total: number;
  readonly atMs: number;
}

export interface MissingParts {
  readonly count: Count | null;
  readonly nowMs: number;
  /** The question for these days alone was asked within `JUST_ASKED_MS`. */
  wasJustAsked(days: DayRange): boolean;
}

/**
 * The days for which the service is needed: never answered, or answered while rounds of theirs were still coming in. More
 * than five stretches are joined over the gaps that hold the fewest rows, because these are paid for again. Pure.
 */
export function missingDays(cover: Cover, parts: MissingParts): Stretch[] {
  const why = whyOf(cover, parts);
  const stretches: Stretch[] = [];
  for (let day = cover.asked.from; day <= cover.asked.to; day += 1) {
    const reason = why(day);
    const last = stretches.at(-1);
    if (reason === null) continue;
    if (last !== undefined && last.to === day - 1 && last.why === reason)
      stretches[stretches.length - 1] = { ...last, to: day };
    else stretches.push({ from: day, to: day, why: reason });
  }
  const rows = rowsByDay(cover);
  while (stretches.length > STRETCHES_MAX) joinCheapest(stretches, rows);
  return stretches.filter((stretch) => !parts.wasJustAsked(stretch));
}

function whyOf(cover: Cover, { count, nowMs }: MissingParts): (day: number) => Why | null {
  const isComplete = isCovered(cover);
  const isConfirmed = isComplete && count?.total === cover.rows.length;
  // A count settles what was fetched before it, and only where it is of the same days.
  const recheckedAtMs = isComplete ? (count?.atMs ?? null) : null;
  return (day) => {
    const fetchedAtMs = cover.days.get(day);
    if (fetchedAtMs === undefined) return 'never';
    if (nowMs - fetchedAtMs < JUST_ASKED_MS) return null;
    const isRechecked = recheckedAtMs !== null && recheckedAtMs > fetchedAtMs;
    if (isRechecked && isConfirmed) return null;
    // What comes in late for an earlier day is looked for tomorrow; only today's own date still fills today. A seller who
    // looks twice a day would otherwise pay for the same days twice (`npm run bench -- quota`).
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

/** Joins the two neighbours with the fewest rows between them, then with the fewest days. */
function joinCheapest(stretches: Stretch[], rows: ReadonlyMap<number, number>): void {
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
