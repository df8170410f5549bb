import { DAY_MS } from '../../../../shared/durations.ts';
import { localDate } from '../../../../shared/local-date.ts';
import type { OutcomePeriod } from '../../../../shared/model/outcomes/outcomes.ts';

/* Periods of Outcomes, in the user's local dates. */

const MONTHS: Readonly<Record<OutcomePeriod, number | null>> = { quarter: 3, year: 12, all: null };

/** The period in which the counted companies were found. `from` is null if the period has no start. */
export interface Cohort {
  readonly from: string | null;
  readonly to: string;
  readonly fromMs: number;
}

/** Returns the period that ends today. It begins on the day after the date 3 or 12 months ago. */
export function cohortOf(period: OutcomePeriod, nowMs: number): Cohort {
  const months = MONTHS[period];
  const to = localDate(nowMs);
  if (months === null) return { from: null, to, fromMs: 0 };
  const now = new Date(nowMs);
  const [year, month] = [now.getFullYear(), now.getMonth() - months];
  // If the earlier month is too short for this day, its last day is used: three months before 31 May is the
  // last day of February.
  const day = Math.min(now.getDate(), new Date(year, month + 1, 0).getDate());
  const first = new Date(year, month, day + 1);
  return { from: localDate(first.getTime()), to, fromMs: first.getTime() };
}

/** Returns the local date at this time, as a number of days since 1970-01-01. */
export const localDay = (ms: number): number =>
  Math.floor((ms - new Date(ms).getTimezoneOffset() * 60_000) / DAY_MS);

/** Returns the time at which this local date begins. */
export function localMidnightMs(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day).getTime();
}
