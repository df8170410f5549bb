import { DAY_MS } from '../../shared/durations.ts';

/* Arithmetic on the user's calendar days, which are strings such as `2026-06-10`. */

/** Returns midnight UTC on a day, in Unix ms. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const daysAfter = (day: string, count: number): string =>
  new Date(startOfDay(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Returns the first Monday after the given day. */
export function nextWeekAfter(day: string): string {
  const weekday = new Date(startOfDay(day)).getUTCDay();
  return daysAfter(day, weekday === 0 ? 1 : 8 - weekday);
}

/** Returns whether the next week begins on the day after the given day, which is then a Sunday. */
export const isTomorrowNextWeek = (day: string): boolean => nextWeekAfter(day) === daysAfter(day, 1);
