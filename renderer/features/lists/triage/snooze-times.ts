import { countText, timeText } from '../../../lib/format.ts';
import { dayMonth, momentOf, shortWeekday } from '../../../lib/zoned-time.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { daysAfter, isTomorrowNextWeek, nextWeekAfter } from '../../../lib/calendar-days.ts';
import { isDate } from '../../../lib/date-ranges.ts';
import { due } from '../due/strings.ts';
import { triage as strings } from './strings.ts';

/*
 * Calculates when a snooze ends. Every snooze ends in the morning, in the user's time zone. The current time
 * is the service's, not this computer's.
 */

/** Hour of the day at which snoozes end, in the user's time zone. */
const MORNING_HOUR = 8;
/** The longest snooze that the user can choose, in days. The core accepts at most 366 days. */
const FAR_DAYS = 365;

/** Returns the time (Unix ms) on the given day at which a snooze until that day ends. */
export function morningOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, MORNING_HOUR).getTime();
}

export const SNOOZES = ['tomorrow', 'next-week', 'three-days'] as const;
interface SnoozeTime {
  readonly id: (typeof SNOOZES)[number];
  readonly label: string;
  readonly untilMs: number;
}

/**
 * Returns the time (Unix ms) at which a snooze ends.
 *
 * @param nowMs the current time by the service's clock
 */
export function snoozeTime(id: SnoozeTime['id'], nowMs: number): number {
  const today = localDate(nowMs);
  if (id === 'next-week') return morningOf(nextWeekAfter(today));
  return morningOf(daysAfter(today, id === 'tomorrow' ? 1 : 3));
}

/**
 * Returns the suggested end times for a snooze, earliest first, without duplicates. On a Sunday, the label for
 * tomorrow also names next week.
 *
 * @param nowMs the current time by the service's clock
 */
export const snoozeTimes = (nowMs: number): readonly SnoozeTime[] =>
  SNOOZES.map((id) => ({
    id,
    label:
      id === 'tomorrow' && isTomorrowNextWeek(localDate(nowMs))
        ? strings.tomorrowNextWeek
        : strings.times[id],
    untilMs: snoozeTime(id, nowMs),
  }))
    .filter(({ untilMs }, at, all) => all.findIndex((each) => each.untilMs === untilMs) === at)
    .sort((a, b) => a.untilMs - b.untilMs);

/** Returns the first and the last day on which a snooze may end. */
export function snoozeDays(nowMs: number): { readonly first: string; readonly last: string } {
  const today = localDate(nowMs);
  return { first: daysAfter(today, 1), last: daysAfter(today, FAR_DAYS) };
}

/** Returns an error message if the last day that the user typed for a snooze is invalid; otherwise null. */
export function snoozeDayError(typed: string, nowMs: number): string | null {
  const day = typed.trim();
  if (!isDate(day)) return due.badDay;
  const { first, last } = snoozeDays(nowMs);
  return day < first || day > last ? strings.dialog.dateWrong : null;
}

/**
 * Returns the text beside the field in which the user types the last day of a snooze. Once the typed day is
 * valid, the text states when the snooze ends.
 */
export const snoozeDayHint = (typed: string, nowMs: number): string =>
  snoozeDayError(typed, nowMs) === null
    ? strings.dialog.dateRead(momentText(morningOf(typed.trim())))
    : strings.dialog.dateHint;

/** Formats the end of a snooze for use within a sentence: `08:00` (today), `tomorrow`, `Mon 18 May`. */
export function untilText(untilMs: number, nowMs: number): string {
  const [day, today] = [localDate(untilMs), localDate(nowMs)];
  if (day === today) return timeText(untilMs);
  return day === daysAfter(today, 1) ? strings.tomorrow : dayText(untilMs);
}

/** Formats a time as `Thu 19 Nov, 08:00`. */
export const momentText = (ms: number): string => `${dayText(ms)}, ${timeText(ms)}`;

/** Formats the day of a time as `Mon 18 May`. */
export function dayText(ms: number): string {
  const at = momentOf(ms);
  return `${shortWeekday(at)} ${dayMonth(at)}`;
}

/** Returns the company's name if there is only one, otherwise the number of companies. */
export const companiesText = (names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : strings.companies(countText(names.length));
