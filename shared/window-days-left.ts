import { DAY_MS, daysUntil } from './durations.ts';

/**
 * Returns the number of days left in a contact window. Every screen shows this number. Contacts can be
 * fetched until the window closes, so a partial day counts as a whole day.
 */
export const windowDaysLeft = (closesAtMs: number, nowMs: number): number =>
  Math.max(0, daysUntil(closesAtMs, nowMs));

/**
 * Returns the calendar date on which a contact window closes: today plus the number of days left, so it
 * agrees with the countdown.
 *
 * @param today today's date in the calendar, such as `2026-06-10`
 */
export const windowClosingDate = (closesAtMs: number, nowMs: number, today: string): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + windowDaysLeft(closesAtMs, nowMs) * DAY_MS)
    .toISOString()
    .slice(0, 'YYYY-MM-DD'.length);
