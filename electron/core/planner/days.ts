export const DAY_MS = 86_400_000;

/** A calendar date as the number of its day since 1970-01-01, so that days can be counted over months and leap years. */
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** `YYYY-MM-DD` of a day's number. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The day of an instant, UTC: the service counts by it [§8]. */
export const dayOfTime = (ms: number): number => Math.floor(ms / DAY_MS);

/** Days from the first to the last, both included: the specification calls the dates start and end of a range [§4.2]. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

export const daysOf = (query: {
  readonly fundingDateStart: string;
  readonly fundingDateEnd: string;
}): DayRange => ({ from: dayNumber(query.fundingDateStart), to: dayNumber(query.fundingDateEnd) });

/** Null where they have no day in common. */
export function overlap(a: DayRange, b: DayRange): DayRange | null {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from > to ? null : { from, to };
}
