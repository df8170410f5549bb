import { DAY_MS } from './durations.ts';
import type { DayOff, FollowUpRules } from './model/settings/follow-ups.ts';

/*
 * Counts working days between local dates such as `2026-06-10`. Dates are calendar days here, not points in
 * time, so neither the time zone nor daylight saving time affects the result.
 */

/** The search stops after this many days, so it ends even if every working day is a day off. */
const SEARCH_DAYS = 3 * 366;

interface WorkingDays {
  /** The days at the given offsets. Omits offsets for which no working day is found. */
  readonly days: readonly string[];
  /** The days off that would otherwise be working days, up to the last day in `days`. */
  readonly skipped: readonly string[];
}

/**
 * Returns, for each offset, the day that is this number of working days after `from`. The day `from` itself
 * never counts.
 *
 * @param offsets numbers of working days, in increasing order
 */
export function workingDaysAfter(
  from: string,
  { offsets, weekdays, daysOff }: Pick<FollowUpRules, 'offsets' | 'weekdays' | 'daysOff'>,
): WorkingDays {
  const days: string[] = [];
  const skipped: string[] = [];
  let skippedSoFar: string[] = [];
  let count = 0;
  let atMs = Date.parse(`${from}T00:00:00Z`);
  for (let step = 0; step < SEARCH_DAYS && days.length < offsets.length; step += 1) {
    atMs += DAY_MS;
    const day = new Date(atMs);
    if (!weekdays.includes(day.getUTCDay() || 7)) continue;
    const date = day.toISOString().slice(0, 10);
    if (isDayOff(date, daysOff)) {
      skippedSoFar.push(date);
      continue;
    }
    count += 1;
    if (count !== offsets[days.length]) continue;
    days.push(date);
    skipped.push(...skippedSoFar);
    skippedSoFar = [];
  }
  return { days, skipped };
}

const isDayOff = (date: string, daysOff: readonly DayOff[]): boolean =>
  daysOff.some(({ from, to }) => from <= date && date <= to);
