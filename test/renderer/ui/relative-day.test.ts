import { describe, expect, it, test } from 'vitest';
import { exampleDate, readDate } from '../../../renderer/ui/controls/date-entry.ts';
import { relativeDay } from '../../../renderer/ui/controls/relative-day.ts';

/** A Friday. */
const TODAY = '2026-11-27';

test.each([
  ['today', '2026-11-27'],
  ['Tomorrow', '2026-11-28'],
  ['tom', '2026-11-28'],
  ['YESTERDAY', '2026-11-26'],
  ['saturday', '2026-11-28'],
  ['Mon', '2026-11-30'],
  ['on thu.', '2026-12-03'],
  // Today is a Friday, so “friday” means the day a week from now.
  ['friday', '2026-12-04'],
  ['this sunday', '2026-11-29'],
  // “Next” refers to the week that begins on Monday 30 November.
  ['next tuesday', '2026-12-01'],
  ['NEXT SUN', '2026-12-06'],
  ['next  week', '2026-11-30'],
  ['last tuesday', '2026-11-24'],
  ['last friday', '2026-11-20'],
  ['in 3 days', '2026-11-30'],
  ['4d', '2026-12-01'],
  ['in a week', '2026-12-04'],
  ['2 wks', '2026-12-11'],
  ['3 days ago', '2026-11-24'],
  ['in 1 month', '2026-12-27'],
])('reads %j on Friday 27 November as %s', (typed, date) => expect(readDate(typed, TODAY)).toBe(date));

test.each([
  '',
  'fr',
  'friends',
  'next',
  'in days',
  'in 3',
  'in 3 days ago',
  '1234 days',
  'constructor',
  'next 3d',
])('reads no day from %j', (typed) => expect(readDate(typed, TODAY)).toBeNull());

describe('a field for past days', () => {
  test.each([
    ['friday', '2026-11-20'],
    ['thursday', '2026-11-26'],
    ['saturday', '2026-11-21'],
    ['this saturday', '2026-11-28'],
  ])('reads %j as %s', (typed, date) => expect(readDate(typed, TODAY, true)).toBe(date));
});

describe('the end of a month and of daylight saving time', () => {
  test.each([
    // Clocks change on 29 March and 25 October 2026 in Europe, and on 8 March and 1 November in the USA.
    ['2026-03-28', 'tomorrow', '2026-03-29'],
    ['2026-03-28', 'in 2 days', '2026-03-30'],
    ['2026-03-07', 'in 1 week', '2026-03-14'],
    ['2026-10-24', 'sunday', '2026-10-25'],
    ['2026-10-25', 'monday', '2026-10-26'],
    ['2026-10-31', 'tomorrow', '2026-11-01'],
    ['2026-11-01', 'tomorrow', '2026-11-02'],
    ['2026-12-31', 'tom', '2027-01-01'],
    ['2028-02-28', '1d', '2028-02-29'],
    ['2026-01-31', 'in 1 month', '2026-02-28'],
    ['2026-12-31', 'in 2 months', '2027-02-28'],
    ['2026-03-31', '1 month ago', '2026-02-28'],
    // On a Sunday, the next Monday is tomorrow. On a Monday, it is a week away.
    ['2026-11-29', 'next monday', '2026-11-30'],
    ['2026-11-30', 'next monday', '2026-12-07'],
    ['2026-11-30', 'next tue', '2026-12-08'],
  ])('on %s, reads %j as %s', (today, typed, date) => expect(relativeDay(typed, today, false)).toBe(date));
});

it('gives an example that the field accepts and that is never in the past of a field for coming days', () => {
  expect(exampleDate(TODAY, false)).toBe('4 Dec 2026');
  expect(exampleDate(TODAY, true)).toBe('20 Nov 2026');
  expect(readDate(exampleDate(TODAY, false), TODAY)).toBe('2026-12-04');
});
