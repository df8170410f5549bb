import { DAY_MS } from '../../../shared/durations.ts';

/** Converts a `YYYY-MM-DD` date to the number of days since 1970-01-01. */
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** Converts a number of days since 1970-01-01 to a `YYYY-MM-DD` date. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Returns the UTC day of an instant. The service's daily limits use UTC days, too (spec §8). */
export const dayOfTime = (ms: number): number => Math.floor(ms / DAY_MS);

/**
 * A range of days, counted from 1970-01-01. Both ends belong to the range, as with the dates of a query (spec
 * §4.2).
 */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

export const daysOf = (query: {
  readonly fundingDateStart: string;
  readonly fundingDateEnd: string;
}): DayRange => ({ from: dayNumber(query.fundingDateStart), to: dayNumber(query.fundingDateEnd) });

/** Returns the days that both ranges contain, or null if there are none. */
export function overlap(a: DayRange, b: DayRange): DayRange | null {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from > to ? null : { from, to };
}
