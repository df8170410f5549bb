/*
 * Calendar months as text, such as `2026-05`. This is a separate file so the renderer can use it without
 * loading the schemas.
 */

/** Returns the month of a date such as `2026-05-14`. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** Returns the month that is `months` months after `month`, or before it if `months` is negative. */
export function monthsAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number - 1 + months, 1)).toISOString());
}

/** Returns the first day of a month, such as `2026-05-01`. */
export const firstDayOf = (month: string): string => `${month}-01`;

/** Returns midnight UTC on the first day of a month. */
export const monthStartUtcMs = (month: string): number => Date.parse(`${month}-01T00:00:00Z`);
