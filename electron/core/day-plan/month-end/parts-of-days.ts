import type { DayRange } from '../../search-coverage/calendar-days.ts';

/** Days of a search that one request fetches. */
export interface PartOfDays extends DayRange {
  /** The row limit of the request, which is also its maximum cost. */
  readonly limit: number;
  /** How many rounds it will probably return. */
  readonly expected: number;
}

/** A page has room for the expected number of rounds plus this many standard deviations. */
const DEVIATIONS = 2;

/**
 * Splits days into ranges of adjacent days, newest first. Each range fits into one request. A full page may
 * lack some of the rounds, so each range leaves room on its page for more rounds than expected.
 *
 * @param days in ascending order
 * @param aDay the expected number of rounds on each day
 * @param most the highest row limit of a request
 */
export function inParts(days: readonly number[], aDay: number, most: number): PartOfDays[] {
  const ranges: DayRange[] = [];
  for (const day of days.toReversed()) {
    const last = ranges.at(-1);
    const longer = last?.from === day + 1 ? { from: day, to: last.to } : null;
    if (longer !== null && rowsFor(expectedIn(longer, aDay)) <= most) ranges[ranges.length - 1] = longer;
    else ranges.push({ from: day, to: day });
  }
  return ranges.map((range) => partOf(range, aDay, most));
}

const expectedIn = ({ from, to }: DayRange, aDay: number): number => (to - from + 1) * aDay;
const rowsFor = (expected: number): number => Math.ceil(expected + DEVIATIONS * Math.sqrt(expected));

function partOf(range: DayRange, aDay: number, most: number): PartOfDays {
  const expected = expectedIn(range, aDay);
  const limit = Math.max(1, Math.min(most, rowsFor(expected)));
  return { ...range, limit, expected: Math.max(1, Math.min(limit, Math.round(expected))) };
}
