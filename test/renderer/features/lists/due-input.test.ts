import { expect, test } from 'vitest';
import { logDayError } from '../../../../renderer/features/company/user-data/log-day.ts';
import { dayError, parseDue, timeError } from '../../../../renderer/features/lists/due/due-input.ts';

const TODAY = '2026-05-14';

test('reads the date and the time that the user typed', () => {
  expect(parseDue({ dueOn: '', dueTime: '' }, TODAY)).toEqual({ dueOn: null, dueTime: null });
  expect(parseDue({ dueOn: ' 2026-06-10 ', dueTime: '' }, TODAY)).toEqual({
    dueOn: '2026-06-10',
    dueTime: null,
  });
  expect(parseDue({ dueOn: '2026-06-10', dueTime: '2:30 pm' }, TODAY)).toEqual({
    dueOn: '2026-06-10',
    dueTime: '14:30',
  });
});

test('takes a time without a date as a time today', () => {
  expect(parseDue({ dueOn: '', dueTime: '9' }, TODAY)).toEqual({ dueOn: TODAY, dueTime: '09:00' });
});

test('rejects text that is neither a date nor a time, and names it', () => {
  const badDay = { dueOn: '2026-02-30', dueTime: '09:00' };
  const badTime = { dueOn: '2026-06-10', dueTime: '25:00' };
  expect([parseDue(badDay, TODAY), parseDue(badTime, TODAY)]).toEqual([null, null]);
  expect([dayError(badDay), timeError(badDay)]).toEqual([
    'Enter a date, or a day such as “Friday” or “in 3 days”.',
    null,
  ]);
  expect([dayError(badTime), timeError(badTime)]).toEqual([null, 'Enter a time as HH:MM.']);
});

test('a conversation took place today or on an earlier day', () => {
  for (const day of [TODAY, ' 2026-05-01 ']) expect(logDayError(day, TODAY)).toBeNull();
  expect(logDayError('2026-05-15', TODAY)).toBe('Choose today or an earlier day.');
  for (const day of ['', '14 May', '2026-02-30'])
    expect(logDayError(day, TODAY)).toBe('Enter a date, or a day such as “Friday” or “in 3 days”.');
});
