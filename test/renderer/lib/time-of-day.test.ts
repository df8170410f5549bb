import { expect, test } from 'vitest';
import { parseTimeOfDay, SUGGESTED_TIMES } from '../../../renderer/lib/time-of-day.ts';

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

test('a time that the field suggests is parsed as the same time', () => {
  expect(SUGGESTED_TIMES.map((time) => parseTimeOfDay(time))).toEqual(SUGGESTED_TIMES);
  expect([SUGGESTED_TIMES[0], SUGGESTED_TIMES.at(-1)]).toEqual(['08:00', '18:00']);
});
