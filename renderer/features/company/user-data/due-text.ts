import type { Task } from '../../../../shared/model/user-data.ts';
import { daysAfter, nextWeekAfter, startOfDay } from '../../../lib/calendar-days.ts';
import { calendarText } from '../../../lib/format.ts';
import { tasks as strings } from './strings.ts';

interface QuickDay {
  readonly label: string;
  readonly day: string;
}
/** Returns the due dates that the form suggests. */
export const quickDays = (today: string): readonly QuickDay[] => [
  { label: strings.days.today, day: today },
  { label: strings.days.tomorrow, day: daysAfter(today, 1) },
  { label: strings.days['next-week'], day: nextWeekAfter(today) },
];

/** Describes a day as `today`, `tomorrow` or `14 May`. */
export function dayText(day: string, today: string): string {
  if (day === today) return strings.dueToday;
  if (day === daysAfter(today, 1)) return strings.dueTomorrow;
  return calendarText(day, startOfDay(today)) ?? day;
}

interface DueText {
  readonly text: string;
  readonly late: boolean;
}
/** Describes when an open task is due, or until when it is snoozed; null if neither applies. */
export function dueText({ dueOn, snoozedUntil }: Task, today: string): DueText | null {
  if (snoozedUntil !== null && snoozedUntil > today)
    return { text: strings.snoozed(dayText(snoozedUntil, today)), late: false };
  if (dueOn === null) return null;
  if (dueOn < today) return { text: strings.overdue(dayText(dueOn, today)), late: true };
  return { text: dayText(dueOn, today), late: false };
}
