import { expect, test } from 'vitest';
import { parseTimeOfDay, SUGGESTED_TIMES, timeOfDayText } from '../../../renderer/lib/time-of-day.ts';

test('formats a time of day in the user’s format', () => {
  expect(timeOfDayText('14:30', 'en-GB')).toBe('14:30');
  expect(timeOfDayText('09:05', 'en-GB')).toBe('09:05');
  expect(timeOfDayText('14:30', 'en-US')).toMatch(/^2:30\sPM$/);
  expect(timeOfDayText('00:05', 'en-US')).toMatch(/^12:05\sAM$/);
  const own = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
  expect(timeOfDayText('09:05')).toBe(own.format(new Date(2026, 5, 10, 9, 5)));
});

test.each([
  ['14:30', '14:30'],
  ['14.30', '14:30'],
  ['14h30', '14:30'],
  ['1430', '14:30'],
  ['930', '09:30'],
  [' 9 ', '09:00'],
  ['0:05', '00:05'],
  ['2:30 pm', '14:30'],
  ['2:30\u202FPM', '14:30'],
  ['2 p.m.', '14:00'],
  ['12am', '00:00'],
  ['12 PM', '12:00'],
  ['24:00', null],
  ['14:60', null],
  ['13 pm', null],
  ['0 am', null],
  ['14:3', null],
  ['noon', null],
  ['', null],
])('parses %j as %j', (typed, time) => {
  expect(parseTimeOfDay(typed)).toBe(time);
});

test('a time that the field shows is parsed as the same time', () => {
  for (const time of SUGGESTED_TIMES)
    for (const locale of ['en-GB', 'en-US', 'de'])
      expect(parseTimeOfDay(timeOfDayText(time, locale))).toBe(time);
  expect([SUGGESTED_TIMES[0], SUGGESTED_TIMES.at(-1)]).toEqual(['08:00', '18:00']);
});
