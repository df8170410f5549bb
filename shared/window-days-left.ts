import { DAY_MS, daysUntil } from './durations.ts';

/**
 * Returns the days that are left of a contact window, the only count that the app shows. Contacts can be fetched
 * until the end, so the part of a day that has begun counts as a day.
 */
export const windowDaysLeft = (closesAtMs: number, nowMs: number): number =>
  Math.max(0, daysUntil(closesAtMs, nowMs));

/**
 * Returns the date on which a contact window closes, for a calendar: as many days after today as the app shows
 * as left.
 *
 * @param today the date of today in the calendar, such as `2026-06-10`
 */
export const windowClosingDate = (closesAtMs: number, nowMs: number, today: string): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + windowDaysLeft(closesAtMs, nowMs) * DAY_MS)
    .toISOString()
    .slice(0, 'YYYY-MM-DD'.length);
