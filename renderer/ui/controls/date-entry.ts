import { isDate } from '../../lib/date-ranges.ts';
import { calendarLongText } from '../../lib/format.ts';
import { relativeDay } from './relative-day.ts';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;
/** The minimum number of letters in an abbreviated month. */
const MONTH_LETTERS_MIN = 3;

/**
 * Reads a date that the user typed: `2026-11-07`, `7 Nov 2026`, `7 November 2026`, `Nov 7, 2026`, or a day
 * relative to today such as `friday` or `in 3 days`.
 *
 * @param today the current date, such as `2026-06-10`
 * @param isPast whether the field is for past days; `friday` is then the last Friday instead of the next
 * @returns the date as `2026-11-07`; null if the text is not a real date in one of these forms
 */
export function readDate(typed: string, today: string, isPast = false): string | null {
  const text = typed.trim();
  if (isDate(text)) return text;
  const parts =
    /^(?<day>\d{1,2})\.? (?<month>[a-z]+)\.?,? (?<year>\d{4})$/i.exec(text) ??
    /^(?<month>[a-z]+)\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i.exec(text);
  if (parts === null) return relativeDay(text, today, isPast);
  const { day = '', month = '', year = '' } = parts.groups ?? {};
  if (month.length < MONTH_LETTERS_MIN) return null;
  const at = MONTHS.findIndex((name) => name.startsWith(month.toLowerCase()));
  const date = `${year}-${String(at + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return at >= 0 && isDate(date) ? date : null;
}

/** Formats a date as `7 Nov 2026`. Returns other text, such as an unfinished entry, unchanged. */
export function dateEntryText(value: string): string {
  const date = value.trim();
  return isDate(date) ? (calendarLongText(date) ?? date) : value;
}

/** Returns an example of a date for a field: a week from today or, in a field for past days, a week ago. */
export const exampleDate = (today: string, isPast: boolean): string =>
  dateEntryText(relativeDay(isPast ? '1 week ago' : 'in 1 week', today, isPast) ?? today);
