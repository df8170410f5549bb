import type { Task } from '../../shared/model/words.ts';
import { calendarText, DAY } from './format.ts';
import { tasks as words } from './words/company-words.ts';

/* Days of the seller's own calendar, `2026-06-10`, without a time. */

const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const daysAfter = (day: string, count: number): string =>
  new Date(utcOf(day) + count * DAY).toISOString().slice(0, 10);

/** The Monday after. */
export function nextWeekAfter(day: string): string {
  const weekday = new Date(utcOf(day)).getUTCDay();
  return daysAfter(day, weekday === 0 ? 1 : 8 - weekday);
}

export interface QuickDay {
  readonly label: string;
  readonly day: string;
}
/** The days that are picked most. */
export const quickDays = (today: string): readonly QuickDay[] => [
  { label: words.days.today, day: today },
  { label: words.days.tomorrow, day: daysAfter(today, 1) },
  { label: words.days['next-week'], day: nextWeekAfter(today) },
];

/** `today`, `tomorrow`, `14 May`. */
export function dayWords(day: string, today: string): string {
  if (day === today) return words.dueToday;
  if (day === daysAfter(today, 1)) return words.dueTomorrow;
  return calendarText(day, utcOf(today)) ?? day;
}

export interface DueWords {
  readonly text: string;
  readonly late: boolean;
}
/** When an open task is due, in words; null where no day was given. */
export function dueWords({ dueOn, snoozedUntil }: Task, today: string): DueWords | null {
  if (snoozedUntil !== null && snoozedUntil > today)
    return { text: words.snoozed(dayWords(snoozedUntil, today)), late: false };
  if (dueOn === null) return null;
  if (dueOn < today) return { text: words.overdue(dayWords(dueOn, today)), late: true };
  return { text: dayWords(dueOn, today), late: false };
}
