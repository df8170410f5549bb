import { DAY_MS } from '../../../../shared/durations.ts';
import type { InsightPeriod } from '../../../../shared/model/insights/insights.ts';

/* Days and weeks of Insights. A day is the number of days since 1970-01-01. Weeks begin on Monday. Pure. */

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the day number of a date; null if the text is not a date. */
export function dayOf(date: string): number | null {
  if (!DATE.test(date)) return null;
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) ? null : ms / DAY_MS;
}

export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the number of the week that contains the day. Weeks begin on Monday. Adds 3, because day 0 was a
 * Thursday.
 */
export const weekOf = (day: number): number => Math.floor((day + 3) / 7);

export const mondayOf = (week: number): number => week * 7 - 3;

/** A range of days that includes both ends. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the days of a period. A period given in weeks includes the current week up to today. `today` is a
 * UTC date, like the service's announcement dates and the date ranges of searches.
 */
export function daysOfPeriod(period: InsightPeriod, today: number): Days {
  if (period.kind === 'weeks') return { from: mondayOf(weekOf(today) - period.weeks + 1), to: today };
  const [from, to] = [dayOf(period.from) ?? today, dayOf(period.to) ?? today];
  return { from: Math.min(from, to), to: Math.max(from, to) };
}

/**
 * Returns the preceding period: the same number of full weeks or, for a range of dates, the same number of
 * days.
 */
export function daysBefore(period: InsightPeriod, { from, to }: Days): Days {
  const length = period.kind === 'weeks' ? period.weeks * 7 : to - from + 1;
  return { from: from - length, to: from - 1 };
}

/** Returns the weeks of a period. The first and last weeks may be shorter than seven days. */
export function weeksOf({ from, to }: Days): Days[] {
  const weeks: Days[] = [];
  for (let week = weekOf(from); week <= weekOf(to); week += 1)
    weeks.push({ from: Math.max(from, mondayOf(week)), to: Math.min(to, mondayOf(week) + 6) });
  return weeks;
}
