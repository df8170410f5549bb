import { expect, test } from 'vitest';
import { localDate } from '../../../../shared/local-date.ts';
import type { Task } from '../../../../shared/model/user-data.ts';
import {
  dayText,
  dueText,
  isOverdue,
  quickDays,
} from '../../../../renderer/features/company/user-data/due-text.ts';
import { daysAfter, nextWeekAfter } from '../../../../renderer/lib/calendar-days.ts';

const TODAY = '2026-05-14'; // a Thursday
const NOON = new Date(2026, 4, 14, 12).getTime();
const task = (
  dueOn: string | null,
  snoozedUntil: string | null = null,
  dueTime: string | null = null,
): Task => ({
  id: '1',
  companyId: 'c',
  companyName: 'Lumenfold',
  title: 'Call',
  createdAtMs: 0,
  doneAtMs: null,
  followUp: null,
  dueOn,
  dueTime,
  snoozedUntil,
});
const textOf = (shown: Task, nowMs = NOON) => dueText(shown, TODAY, nowMs);

test('counts calendar days across the ends of months, years and summer time', () => {
  expect(daysAfter('2026-05-31', 1)).toBe('2026-06-01');
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysAfter('2026-03-28', 2)).toBe('2026-03-30');
  expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29');
});

test('next week is the next Monday, on Sundays and Mondays too', () => {
  expect(nextWeekAfter(TODAY)).toBe('2026-05-18');
  expect(nextWeekAfter('2026-05-17')).toBe('2026-05-18');
  expect(nextWeekAfter('2026-05-18')).toBe('2026-05-25');
  expect(quickDays(TODAY).map(({ day }) => day)).toEqual([TODAY, '2026-05-15', '2026-05-18']);
  // On a Sunday, tomorrow is the first day of the next week.
  expect(quickDays('2026-05-17')).toEqual([
    { label: 'Today', day: '2026-05-17' },
    { label: 'Tomorrow (next week)', day: '2026-05-18' },
  ]);
});

test('names near days, and shows others as a date, with the year if it differs', () => {
  expect(dayText(TODAY, TODAY)).toBe('today');
  expect(dayText('2026-05-15', TODAY)).toBe('tomorrow');
  expect(dayText('2026-05-16', TODAY)).toBe('16 May');
  expect(dayText('2025-05-16', TODAY)).toBe('16 May 2025');
});

test('shows when a task is due and whether it is overdue', () => {
  expect(textOf(task(null))).toBeNull();
  expect(textOf(task(TODAY))).toEqual({ text: 'today', late: false });
  expect(textOf(task('2026-05-13'))).toEqual({ text: 'overdue since 13 May', late: true });
});

test('shows the due time with 24 hours beside the day, and is overdue once the time has passed', () => {
  const at = (dueOn: string, time: string) => textOf(task(dueOn, null, time));
  expect(at(TODAY, '18:45')).toEqual({ text: 'today, 18:45', late: false });
  expect(at('2026-05-15', '09:30')).toEqual({ text: 'tomorrow, 09:30', late: false });
  expect(at('2026-05-20', '09:30')).toEqual({ text: '20 May, 09:30', late: false });
  expect(at(TODAY, '09:30')).toEqual({ text: 'overdue since 09:30', late: true });
  expect(at('2026-05-13', '18:45')).toEqual({ text: 'overdue since 13 May, 18:45', late: true });
  // A task due at 12:00 is overdue only from 12:01.
  expect(at(TODAY, '12:00')).toEqual({ text: 'today, 12:00', late: false });
  expect(textOf(task(TODAY, null, '12:00'), NOON + 60_000)?.late).toBe(true);
});

test('a time that has passed is overdue even if the day has ended since the tasks were read', () => {
  const afterMidnight = new Date(2026, 4, 15, 0, 5).getTime();
  expect(isOverdue({ dueOn: TODAY, dueTime: '09:30' }, TODAY, afterMidnight)).toBe(true);
  expect(isOverdue({ dueOn: TODAY, dueTime: null }, TODAY, afterMidnight)).toBe(false);
  expect(isOverdue({ dueOn: '2026-05-15', dueTime: '00:01' }, TODAY, afterMidnight)).toBe(false);
});

test('shows a snooze instead of an overdue day until the snooze ends', () => {
  expect(textOf(task('2026-05-01', '2026-05-15', '09:30'))).toEqual({
    text: 'snoozed until tomorrow',
    late: false,
  });
  expect(textOf(task('2026-05-01', TODAY))).toEqual({ text: 'overdue since 1 May', late: true });
  expect(textOf(task(null, TODAY))).toBeNull();
});

test('a day follows the calendar of the computer’s zone', () => {
  expect(localDate(new Date(2026, 0, 2, 23, 59).getTime())).toBe('2026-01-02');
});
