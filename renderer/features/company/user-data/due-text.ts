import type { Task } from '../../../../shared/model/user-data.ts';
import { daysAfter, nextWeekAfter, startOfDay } from '../../../lib/calendar-days.ts';
import { calendarText } from '../../../lib/format.ts';
import { tasks as words } from './strings.ts';

export interface QuickDay {
  readonly label: string;
  readonly day: string;
}
/** Returns due dates that users often choose. */
export const quickDays = (today: string): readonly QuickDay[] => [
  { label: words.days.today, day: today },
  { label: words.days.tomorrow, day: daysAfter(today, 1) },
  { label: words.days['next-week'], day: nextWeekAfter(today) },
];

/** Describes a day as `today`, `tomorrow` or `14 May`. */
export function dayWords(day: string, today: string): string {
  if (day === today) return words.dueToday;
  if (day === daysAfter(today, 1)) return words.dueTomorrow;
  return calendarText(day, startOfDay(today)) ?? day;
}

export interface DueText {
  readonly text: string;
  readonly late: boolean;
}
/** Describes when an open task is due; null if it has no due date. */
export function dueText({ dueOn, snoozedUntil }: Task, today: string): DueText | null {
  if (snoozedUntil !== null && snoozedUntil > today)
    return { text: words.snoozed(dayWords(snoozedUntil, today)), late: false };
  if (dueOn === null) return null;
  if (dueOn < today) return { text: words.overdue(dayWords(dueOn, today)), late: true };
  return { text: dayWords(dueOn, today), late: false };
}
