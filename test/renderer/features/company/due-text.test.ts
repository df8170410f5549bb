import { expect, test } from 'vitest';
import { localDate } from '../../../../shared/local-date.ts';
import type { Task } from '../../../../shared/model/user-data.ts';
import { dayText, dueText, quickDays } from '../../../../renderer/features/company/user-data/due-text.ts';
import { daysAfter, nextWeekAfter } from '../../../../renderer/lib/calendar-days.ts';

const TODAY = '2026-05-14'; // a Thursday
const task = (dueOn: string | null, snoozedUntil: string | null = null): Task => ({
  id: '1',
  companyId: 'c',
  companyName: 'Lumenfold',
  title: 'Call',
  createdAtMs: 0,
  doneAtMs: null,
  dueOn,
  snoozedUntil,
});

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
});

test('names near days, and shows others as a date, with the year if it differs', () => {
  expect(dayText(TODAY, TODAY)).toBe('today');
  expect(dayText('2026-05-15', TODAY)).toBe('tomorrow');
  expect(dayText('2026-05-16', TODAY)).toBe('16 May');
  expect(dayText('2025-05-16', TODAY)).toBe('16 May 2025');
});

test('shows when a task is due and whether it is overdue', () => {
  expect(dueText(task(null), TODAY)).toBeNull();
  expect(dueText(task(TODAY), TODAY)).toEqual({ text: 'today', late: false });
  expect(dueText(task('2026-05-13'), TODAY)).toEqual({ text: 'overdue since 13 May', late: true });
});

test('shows a snooze instead of an overdue day until the snooze ends', () => {
  expect(dueText(task('2026-05-01', '2026-05-15'), TODAY)).toEqual({
    text: 'snoozed until tomorrow',
    late: false,
  });
  expect(dueText(task('2026-05-01', TODAY), TODAY)).toEqual({ text: 'overdue since 1 May', late: true });
  expect(dueText(task(null, TODAY), TODAY)).toBeNull();
});

test('a day follows the calendar of the computer’s zone', () => {
  expect(localDate(new Date(2026, 0, 2, 23, 59).getTime())).toBe('2026-01-02');
});
