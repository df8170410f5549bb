import { utcDate } from '../../../shared/search-date-ranges.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { dateMs } from '../../lib/date-ranges.ts';

/* Days relative to today, as a user types them in English. All arithmetic is on calendar dates, so daylight
   saving time has no effect. */

/** In the order of `Date.getUTCDay`. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const DAYS_A_WEEK = 7;
/** The minimum number of letters in an abbreviated weekday. */
const WEEKDAY_LETTERS_MIN = 3;
const NAMED_DAYS: Readonly<Record<string, number>> = {
  today: 0,
  tod: 0,
  tomorrow: 1,
  tom: 1,
  tmr: 1,
  tmrw: 1,
  yesterday: -1,
};
/** A count with more digits is treated as a typing error. */
const COUNT_DIGITS_MAX = 3;

/**
 * Reads a day such as `tomorrow`, `friday`, `next tue`, `in 3 days`, `2w` or `a week ago`, in upper or lower
 * case. `friday` is the first Friday after today, and `next tuesday` the Tuesday of the next week, which
 * begins on Monday.
 *
 * @param today the current date, such as `2026-06-10`
 * @param isPast if true, a weekday alone, such as `friday`, is the last such day before today
 * @returns the date as `2026-11-07`; null if the text is in none of these forms
 */
export function relativeDay(typed: string, today: string, isPast: boolean): string | null {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const named = Object.hasOwn(NAMED_DAYS, text) ? NAMED_DAYS[text] : undefined;
  if (named !== undefined) return plusDays(today, named);
  return weekdayOf(text, today, isPast) ?? countedDay(text, today);
}

function weekdayOf(text: string, today: string, isPast: boolean): string | null {
  const parts = /^(?:(?<which>this|on|next|last) )?(?<name>[a-z]+)\.?$/.exec(text)?.groups;
  const { which, name = '' } = parts ?? {};
  // `next week` means Monday of next week, as in the times suggested for a snooze.
  if (name === 'week' && which === 'next') return weekdayOf('next monday', today, isPast);
  const weekday =
    name.length < WEEKDAY_LETTERS_MIN ? -1 : WEEKDAYS.findIndex((each) => each.startsWith(name));
  if (weekday < 0) return null;
  const current = new Date(dateMs(today)).getUTCDay();
  if (which === 'next')
    return plusDays(today, DAYS_A_WEEK + daysSinceMonday(weekday) - daysSinceMonday(current));
  const after = (weekday - current + DAYS_A_WEEK) % DAYS_A_WEEK || DAYS_A_WEEK;
  return plusDays(today, which === 'last' || (isPast && which === undefined) ? lastBefore(after) : after);
}

const daysSinceMonday = (weekday: number): number => (weekday + DAYS_A_WEEK - 1) % DAYS_A_WEEK;
/**
 * Returns the offset, in days, of the most recent occurrence of a weekday before today: -7 if today is that
 * weekday.
 *
 * @param after days until the next occurrence after today, from 1 to 7
 */
const lastBefore = (after: number): number => (after === DAYS_A_WEEK ? -DAYS_A_WEEK : after - DAYS_A_WEEK);

function countedDay(text: string, today: string): string | null {
  const parts =
    /^(?<prefix>in )?(?<count>\d+|an?) ?(?<unit>d|days?|w|wks?|weeks?|mo|months?)(?<ago> ago)?$/.exec(
      text,
    )?.groups;
  const { prefix, count = '', unit = '', ago } = parts ?? {};
  if (unit === '' || count.length > COUNT_DIGITS_MAX || (prefix !== undefined && ago !== undefined))
    return null;
  const number = (count.startsWith('a') ? 1 : Number(count)) * (ago === undefined ? 1 : -1);
  if (unit.startsWith('mo')) return plusMonths(today, number);
  return plusDays(today, unit.startsWith('w') ? number * DAYS_A_WEEK : number);
}

const plusDays = (date: string, days: number): string => utcDate(dateMs(date) + days * DAY_MS);

/**
 * Adds months to a date. If the resulting month is too short, returns its last day: one month after 31
 * January is the last day of February.
 */
function plusMonths(date: string, months: number): string {
  const at = new Date(dateMs(date));
  const month = at.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return utcDate(Date.UTC(at.getUTCFullYear(), month, Math.min(at.getUTCDate(), lastDay)));
}
