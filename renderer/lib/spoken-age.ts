const NUMBERS = ['', 'a', 'two', 'three', 'four', 'five', 'six'] as const;
const DAYS_A_WEEK = 7;
const DAYS_A_MONTH = 30;
/** Ages of this many days or more are given in months instead of weeks. */
const MONTHS_FROM_DAYS = 25;

/**
 * Formats an age in days as a person would write it: `today`, `two days ago`, `three weeks ago`, `a month ago`.
 *
 * @param days whole days, at least 0 and less than half a year
 */
export function spokenAge(days: number): string {
  if (days < 2) return days < 1 ? 'today' : 'yesterday';
  if (days < DAYS_A_WEEK) return ago(days, 'day');
  if (days < MONTHS_FROM_DAYS) return ago(Math.round(days / DAYS_A_WEEK), 'week');
  return ago(Math.max(1, Math.round(days / DAYS_A_MONTH)), 'month');
}

const ago = (count: number, unit: string): string =>
  `${NUMBERS[count] ?? String(count)} ${unit}${count === 1 ? '' : 's'} ago`;
