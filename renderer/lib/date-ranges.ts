import { utcDate } from '../../shared/search-date-ranges.ts';
import { calendarText } from './format.ts';
import { DAY_MS } from '../../shared/durations.ts';

/**
 * The period that a search covers: the last 1, 7 or 30 UTC dates including today, or a start and an end date
 * chosen by the user (`dates`).
 */
const RANGES = ['1', '7', '30', 'dates'] as const;
export type RangeChoice = (typeof RANGES)[number];

export interface DateRange {
  readonly start: string;
  readonly end: string;
}

export const dateMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);
/** Returns whether `date` has the form `YYYY-MM-DD` and is a real date. */
export const isDate = (date: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(dateMs(date)) && utcDate(dateMs(date)) === date;

/**
 * Returns the UTC month that is `before` months before the current one. For the current month (0), the range
 * ends today.
 */
export function monthOf(nowMs: number, before = 0): DateRange {
  const now = new Date(nowMs);
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1);
  const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before + 1, 0);
  return { start: utcDate(first), end: utcDate(Math.min(last, nowMs)) };
}

export const daysIn = ({ start, end }: DateRange): number =>
  Math.round((dateMs(end) - dateMs(start)) / DAY_MS) + 1;

/**
 * Returns the choice that covers `range` for a search at `searchedAtMs`: 1, 7 or 30 if the range has that
 * many days and ends on the day of the search; otherwise `dates`.
 */
export function rangeChoiceOf(range: DateRange, searchedAtMs: number): RangeChoice {
  const choice = RANGES.find((each) => each === String(daysIn(range)));
  return choice !== undefined && range.end === utcDate(searchedAtMs) ? choice : 'dates';
}

/** Formats a range as `8 – 14 May`, `30 Apr – 14 May` or `14 May`. */
export function rangeText({ start, end }: DateRange, nowMs: number): string {
  const last = calendarText(end, nowMs) ?? end;
  if (start === end) return last;
  const sameMonth = start.slice(0, 7) === end.slice(0, 7);
  const first = sameMonth ? String(Number(start.slice(8))) : (calendarText(start, nowMs) ?? start);
  return `${first} – ${last}`;
}
