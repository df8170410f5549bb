export const DAY_MS = 86_400_000;

/** Days since 1970-01-01, so dates can be compared across months and leap years. */
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** @returns the day as `YYYY-MM-DD` */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** UTC day of an instant; the service counts in UTC days (spec §8). */
export const dayOfTime = (ms: number): number => Math.floor(ms / DAY_MS);

/** An inclusive range of days; the spec names the dates the start and end of a range (spec §4.2). */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

export const daysOf = (query: {
  readonly fundingDateStart: string;
  readonly fundingDateEnd: string;
}): DayRange => ({ from: dayNumber(query.fundingDateStart), to: dayNumber(query.fundingDateEnd) });

/** @returns null if the ranges share no day */
export function overlap(a: DayRange, b: DayRange): DayRange | null {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from > to ? null : { from, to };
}
