import { localDate, localTimeOfDay } from '../../../../shared/local-date.ts';
import type { Task } from '../../../../shared/model/user-data.ts';
import { daysAfter, isTomorrowNextWeek, nextWeekAfter, startOfDay } from '../../../lib/calendar-days.ts';
import { calendarText } from '../../../lib/format.ts';
import { tasks as strings } from './strings.ts';

interface QuickDay {
  readonly label: string;
  readonly day: string;
}
/**
 * Returns the due dates that the form suggests. On a Sunday, next week begins tomorrow, so one suggestion names
 * both.
 */
export function quickDays(today: string): readonly QuickDay[] {
  const tomorrow = daysAfter(today, 1);
  return [
    { label: strings.days.today, day: today },
    ...(isTomorrowNextWeek(today)
      ? [{ label: strings.tomorrowNextWeek, day: tomorrow }]
      : [
          { label: strings.days.tomorrow, day: tomorrow },
          { label: strings.days['next-week'], day: nextWeekAfter(today) },
        ]),
  ];
}

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
/**
 * Describes when an open task is due, or when its snooze ends; null if neither applies.
 *
 * @param today the current date by the core's clock
 */
export function dueText(
  task: Pick<Task, 'dueOn' | 'dueTime' | 'snoozedUntil'>,
  today: string,
  nowMs: number,
): DueText | null {
  const { dueOn, dueTime, snoozedUntil } = task;
  if (snoozedUntil !== null && snoozedUntil > today)
    return { text: strings.snoozed(dayText(snoozedUntil, today)), late: false };
  if (dueOn === null) return null;
  const day = dayText(dueOn, today);
  const text = dueTime === null ? day : strings.dueAt(day, dueTime);
  if (!isOverdue(task, today, nowMs)) return { text, late: false };
  return { text: strings.overdue(dueOn === today && dueTime !== null ? dueTime : text), late: true };
}

/**
 * Returns whether a task is overdue: its due day has passed or, if it is due today, its due time has passed.
 */
export function isOverdue(
  { dueOn, dueTime }: Pick<Task, 'dueOn' | 'dueTime'>,
  today: string,
  nowMs: number,
): boolean {
  if (dueOn === null || dueOn > today) return false;
  if (dueOn < today) return true;
  // The date is compared too, because the day may have ended since `today` was read.
  const now = `${localDate(nowMs)} ${localTimeOfDay(nowMs)}`;
  return dueTime !== null && `${dueOn} ${dueTime}` < now;
}
