import { DAY_MS } from '../../shared/durations.ts';

/** Created on first use, because creating an Intl formatter takes longer than rendering a row. */
let relative: Intl.RelativeTimeFormat | undefined;
const texts = new Map<number, string>();

/**
 * Formats a calendar date relative to today, in UTC days: `today`, `yesterday`, `12 days ago`, `in 2 days`.
 * Null if the text is not a date.
 */
export function announcementAge(date: string | null, nowMs: number): string | null {
  if (date === null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const dateMs = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(dateMs)) return null;
  return daysAgoText(Math.floor(nowMs / DAY_MS) - dateMs / DAY_MS);
}

/** Formats a day as `today` or `12 days ago`. A negative number of days is in the future. */
export function daysAgoText(days: number): string {
  const known = texts.get(days);
  if (known !== undefined) return known;
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const text = relative.format(-days, 'day');
  texts.set(days, text);
  return text;
}
