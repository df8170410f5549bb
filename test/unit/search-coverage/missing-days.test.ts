import { describe, expect, it } from 'vitest';
import type { Cover } from '../../../electron/core/search-coverage/coverage.ts';
import { dateOfDay, dayNumber, type DayRange } from '../../../electron/core/search-coverage/calendar-days.ts';
import { missingDays, type Count } from '../../../electron/core/search-coverage/missing-days.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-02T09:00:00Z');
const HOUR = 3_600_000;

/**
 * Returns the coverage of a search from `from` to `to`. `fetched` contains date ranges with their fetch
 * times, and `rows` the dates of the stored rounds.
 */
function coverOf(
  from: string,
  to: string,
  fetched: readonly (readonly [from: string, to: string, atMs: number])[],
  rows: readonly string[] = [],
): Cover {
  const days = new Map<number, number>();
  for (const [first, last, atMs] of fetched)
    for (let day = dayNumber(first); day <= dayNumber(last); day += 1) days.set(day, atMs);
  return {
    requested: { from: dayNumber(from), to: dayNumber(to) },
    days,
    rows: rows.map((on, index) => ({
      companyId: `c${index}`,
      roundId: `r${index}`,
      on,
      known: false,
      fetchedAtMs: NOW,
    })),
  };
}
const isNeverFetched = (): boolean => false;
const missing = (
  cover: Cover,
  more: { count?: Count; wasFetchedRecently?: (days: DayRange) => boolean; nowMs?: number } = {},
) =>
  missingDays(cover, { count: null, nowMs: NOW, wasFetchedRecently: isNeverFetched, ...more }).map(
    ({ from, to, why }) => `${dateOfDay(from)} to ${dateOfDay(to)} ${why}`,
  );

describe('missing days', () => {
  it('are all days if nothing is stored', () => {
    expect(missing(coverOf('2026-02-26', '2026-03-02', []))).toEqual(['2026-02-26 to 2026-03-02 never']);
  });

  it('include only today on the day of the fetch', () => {
    const cover = coverOf('2026-02-01', '2026-03-02', [['2026-02-01', '2026-03-02', NOW - HOUR]]);
    expect(missing(cover)).toEqual(['2026-03-02 to 2026-03-02 may-be-new']);
  });

  it('include the last three days of a result from the next day on', () => {
    const cover = coverOf('2026-02-01', '2026-03-02', [['2026-02-01', '2026-03-02', NOW - HOUR]]);
    expect(missing(cover, { nowMs: NOW + DAY })).toEqual(['2026-02-28 to 2026-03-02 may-be-new']);
  });

  it('include February 29 in a leap year', () => {
    const atMs = Date.parse('2028-03-01T09:00:00Z');
    const cover = coverOf('2028-02-01', '2028-03-01', [['2028-02-01', '2028-03-01', atMs]]);
    expect(missing(cover, { nowMs: atMs + DAY })).toEqual(['2028-02-28 to 2028-03-01 may-be-new']);
  });

  it('include the new day on the next morning', () => {
    const yesterday = NOW - DAY;
    const cover = coverOf('2026-02-10', '2026-03-02', [['2026-02-10', '2026-03-01', yesterday]]);
    expect(missing(cover)).toEqual(['2026-02-27 to 2026-03-01 may-be-new', '2026-03-02 to 2026-03-02 never']);
  });

  it('include future days, as possibly new if they were fetched before', () => {
    const cover = coverOf('2026-02-20', '2026-03-09', [['2026-02-20', '2026-03-05', NOW - DAY]]);
    expect(missing(cover)).toEqual(['2026-02-27 to 2026-03-05 may-be-new', '2026-03-06 to 2026-03-09 never']);
  });

  it('exclude days fetched within ten minutes', () => {
    const fetched = (agoMs: number) =>
      missing(coverOf('2026-02-01', '2026-03-02', [['2026-02-01', '2026-03-02', NOW - agoMs]]));
    expect(fetched(599_999)).toEqual([]);
    expect(fetched(600_000)).toHaveLength(1);
    const partlyFetched = coverOf('2026-02-27', '2026-03-02', []);
    expect(
      missing(partlyFetched, { wasFetchedRecently: ({ from }) => dateOfDay(from) === '2026-02-27' }),
    ).toEqual([]);
  });

  it('are decided by a later count: none if equal, fourteen days if different', () => {
    const rows = ['2026-02-20', '2026-02-28'];
    const cover = coverOf('2026-02-01', '2026-03-02', [['2026-02-01', '2026-03-02', NOW - DAY]], rows);
    expect(missing(cover, { count: { total: 2, atMs: NOW - HOUR } })).toEqual([]);
    expect(missing(cover, { count: { total: 3, atMs: NOW - HOUR } })).toEqual([
      '2026-02-16 to 2026-03-02 may-be-new',
    ]);
    // This count is ignored. It is older than the stored response, so it does not include newer rows.
    expect(missing(cover, { count: { total: 3, atMs: NOW - 2 * DAY } })).toEqual([
      '2026-02-27 to 2026-03-02 may-be-new',
    ]);
  });

  it('are not decided by a count of days that are not all stored', () => {
    const cover = coverOf('2026-02-01', '2026-03-02', [['2026-02-02', '2026-03-02', NOW - DAY]], []);
    expect(missing(cover, { count: { total: 0, atMs: NOW } })).toEqual([
      '2026-02-01 to 2026-02-01 never',
      '2026-02-27 to 2026-03-02 may-be-new',
    ]);
  });

  it('are joined over the days with the fewest rows if there are more than five ranges', () => {
    const weekAgoMs = NOW - 30 * DAY;
    const storedDays = ['02', '04', '06', '08', '10', '12'].map(
      (day) => [`2026-01-${day}`, `2026-01-${day}`, weekAgoMs] as const,
    );
    const rows = ['02', '02', '04', '06', '08', '10', '10'].map((day) => `2026-01-${day}`);
    const found = missing(coverOf('2026-01-01', '2026-01-13', storedDays, rows));
    expect(found).toHaveLength(5);
    // The stored days divide the missing days into more than five ranges, the maximum. To join some of the
    // ranges, two stored days are fetched again: the 12th, which has no round, and the 4th, which has one.
    expect(found).toContain('2026-01-11 to 2026-01-13 never');
    expect(found).toContain('2026-01-03 to 2026-01-05 never');
  });
});
