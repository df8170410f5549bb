import { describe, expect, it } from 'vitest';
import {
  isImplied,
  judgeContainment,
  type KnownValues,
} from '../../../electron/core/search-coverage/containment.ts';
import {
  coverOf,
  isCovered,
  oldestUsed,
  type AnswerRowFacts,
} from '../../../electron/core/search-coverage/coverage.ts';
import { dateOfDay, dayNumber } from '../../../electron/core/search-coverage/calendar-days.ts';
import type { RowFacts } from '../../../electron/core/search-coverage/row-facts.ts';
import type { FundingsQuery } from '../../../shared/model/query.ts';
import { fundingsQuery } from '../../support/app/library-fixtures.ts';

const known: KnownValues = {
  countries: new Set(['US', 'DE', 'FR']),
  stages: new Set(['seed', 'series a', 'debt']),
  industries: new Set(['Fintech', 'Energy']),
  tags: new Set(['B2B', 'SaaS']),
  currencies: new Set(['USD', 'EUR']),
};
const rowFacts = (of: Partial<RowFacts> = {}): RowFacts => ({
  on: '2026-06-10',
  timed: false,
  country: 'US',
  stage: 'Seed',
  industries: { names: ['Fintech'], all: true },
  tags: { names: ['B2B'], all: true },
  currency: 'USD',
  amount: { value: 5e6, least: 5e6, most: 5e6 },
  ...of,
});
const decisionOf = (
  of: Partial<FundingsQuery>,
  row: Partial<RowFacts> = {},
  storedQuery: Partial<FundingsQuery> = {},
) => judgeContainment(rowFacts(row), fundingsQuery(storedQuery), fundingsQuery(of), { known });

describe('a search covers another', () => {
  it.each<[string, Partial<FundingsQuery>, Partial<FundingsQuery>, boolean]>([
    ['the same', {}, {}, true],
    ['one more filter', {}, { stages: ['Seed'] }, true],
    ['one filter less', { stages: ['Seed'] }, {}, false],
    ['some of its values, in another case', { stages: ['Seed', 'Debt'] }, { stages: ['SEED'] }, true],
    ['a value that is not included', { countries: ['US'] }, { countries: ['US', 'DE'] }, false],
    ['a greater minimum amount', { minAmount: '1M' }, { minAmount: '1500K' }, true],
    ['a smaller minimum amount', { minAmount: '1M' }, { minAmount: '999K' }, false],
    ['no minimum amount', { minAmount: '1' }, {}, false],
    ['a smaller maximum amount', { maxAmount: '2M' }, { maxAmount: '1M' }, true],
    ['a greater maximum amount', { maxAmount: '2M' }, { maxAmount: '3M' }, false],
    ['another currency', { currency: 'USD' }, { currency: 'EUR' }, false],
    ['one more technology', {}, { technologies: ['Ember CRM'] }, false],
    ['one technology less', { technologies: ['Ember CRM'] }, {}, false],
    [
      'the same technologies',
      { technologies: ['a', 'b'] },
      { technologies: ['b', 'a'], stages: ['Seed'] },
      true,
    ],
    ['a search text', {}, { search: 'robots' }, false],
    ['investors', {}, { investors: ['Sequoia'] }, false],
    ['a company size', {}, { companySizes: ['1-10'] }, false],
    ['validated contacts', {}, { validatedContacts: true }, false],
    ['open roles', {}, { hasOpenRoles: true }, false],
    ['hiring without open roles, which the service ignores', {}, { hiringDepartments: ['sales'] }, true],
    ['other roles', { hasOpenRoles: true }, { hasOpenRoles: true, hiringRoleType: 'ic' }, false],
  ])('with %s', (_name, storedQuery, more, expected) => {
    expect(isImplied(fundingsQuery(storedQuery), fundingsQuery(more))).toBe(expected);
  });
});

describe('a row as received', () => {
  it.each<[string, Partial<FundingsQuery>, Partial<RowFacts>, string]>([
    ['a stage in another case matches', { stages: ['SEED'] }, {}, 'in'],
    [
      'a stage in another spelling is undecided',
      { stages: ['Series A'] },
      { stage: 'series-a' },
      'undecided',
    ],
    [
      'a stage that /filters does not list is undecided',
      { stages: ['Growth'] },
      { stage: 'Growth' },
      'undecided',
    ],
    ['a country decides', { countries: ['DE'] }, {}, 'out'],
    ['a missing country is undecided', { countries: ['DE'] }, { country: null }, 'undecided'],
    ['an industry among several', { industries: ['Energy', 'Fintech'] }, {}, 'in'],
    [
      'one industry of several is undecided',
      { industries: ['Energy'] },
      { industries: { names: ['Fintech'], all: false } },
      'undecided',
    ],
    [
      'one industry of several, the requested one',
      { industries: ['Fintech'] },
      { industries: { names: ['Fintech'], all: false } },
      'in',
    ],
    [
      'an industry in another case is undecided',
      { industries: ['Energy'] },
      { industries: { names: ['ENERGY'], all: true } },
      'undecided',
    ],
    ['a tag', { tags: ['SaaS'] }, {}, 'out'],
    ['an unknown tag', { tags: ['Alchemy'] }, {}, 'undecided'],
    ['a currency', { currency: 'EUR' }, {}, 'out'],
    ['dollars above', { minAmount: '4M' }, {}, 'in'],
    ['dollars below', { minAmount: '6M' }, {}, 'out'],
    ['an amount equal to the bound is undecided', { minAmount: '5M' }, {}, 'undecided'],
    [
      'a rounded amount close to the bound',
      { maxAmount: '5.4M' },
      { amount: { value: 5e6, least: 4e6, most: 6e6 } },
      'undecided',
    ],
    [
      'a rounded amount far from the bound',
      { maxAmount: '7M' },
      { amount: { value: 5e6, least: 4e6, most: 6e6 } },
      'in',
    ],
    ['another currency’s amount is undecided', { minAmount: '1' }, { currency: 'EUR' }, 'undecided'],
    ['an undisclosed amount is undecided', { minAmount: '1' }, { amount: null }, 'undecided'],
    [
      'a filter need not be decided if another excludes the row',
      { minAmount: '1', currency: 'USD' },
      { currency: 'EUR', amount: null },
      'out',
    ],
  ])('%s', (_name, of, row, expected) => {
    expect(decisionOf(of, row)).toBe(expected);
  });

  it('a filter shared by both searches is not checked', () => {
    const rounded = { amount: null, stage: null };
    const shared: Partial<FundingsQuery> = { minAmount: '1M', stages: ['Growth'], countries: ['US'] };
    expect(decisionOf({ ...shared, countries: ['US'] }, rounded, shared)).toBe('in');
  });
});

const row = (roundId: string, of: Partial<RowFacts> = {}): AnswerRowFacts => ({
  companyId: `c-${roundId}`,
  roundId,
  known: false,
  facts: rowFacts(of),
});
interface StoredResult {
  readonly from: string;
  readonly to: string;
  readonly atMs: number;
  readonly rows: readonly AnswerRowFacts[];
  readonly more?: Partial<FundingsQuery>;
}
/**
 * Returns the coverage of the stored results in `results`, which are sorted from newest to oldest, as in the
 * library.
 */
function cover(
  from: string,
  to: string,
  results: readonly StoredResult[],
  more: Partial<FundingsQuery> = {},
) {
  const answers = results.map(({ from: start, to: end, atMs, more: filters }, setId) => ({
    setId,
    fetchedAtMs: atMs,
    query: fundingsQuery({ fundingDateStart: start, fundingDateEnd: end, ...filters }),
  }));
  const rowsOf = ({ setId }: { setId: number }) => results[setId]?.rows ?? null;
  const query = fundingsQuery({ fundingDateStart: from, fundingDateEnd: to, ...more });
  return coverOf(query, { answers, rowsOf }, { known });
}
const datesOf = (of: ReturnType<typeof cover>): string[] =>
  [...of.days.keys()].sort((a, b) => a - b).map(dateOfDay);

describe('stored results together', () => {
  it('cover the days of several months including February 29, each from the newest result', () => {
    const found = cover('2028-02-27', '2028-03-02', [
      { from: '2028-02-29', to: '2028-03-02', atMs: 20, rows: [row('new', { on: '2028-02-29' })] },
      {
        from: '2028-01-20',
        to: '2028-02-29',
        atMs: 10,
        rows: [
          row('gone', { on: '2028-02-29' }),
          row('old', { on: '2028-02-28' }),
          row('out', { on: '2028-02-01' }),
        ],
      },
    ]);
    expect(datesOf(found)).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02']);
    expect(found.rows.map(({ roundId }) => roundId)).toEqual(['new', 'old']);
    expect([isCovered(found), oldestUsed(found)]).toEqual([true, 10]);
  });

  it('contain a round that moved to another day once, as in the newer result', () => {
    const found = cover('2026-06-01', '2026-06-10', [
      { from: '2026-06-05', to: '2026-06-10', atMs: 20, rows: [row('r', { on: '2026-06-06' })] },
      { from: '2026-06-01', to: '2026-06-10', atMs: 10, rows: [row('r', { on: '2026-06-03' })] },
    ]);
    expect(found.rows).toMatchObject([{ roundId: 'r', on: '2026-06-06' }]);
  });

  it('leave the day of an undecided row open, which an older result of a closer search fills', () => {
    const open = row('r', { on: '2026-06-05', amount: null });
    const wide: StoredResult = { from: '2026-06-01', to: '2026-06-10', atMs: 20, rows: [open, row('s')] };
    const alone = cover('2026-06-01', '2026-06-10', [wide], { minAmount: '1M' });
    expect(datesOf(alone)).toHaveLength(9);
    expect(datesOf(alone)).not.toContain('2026-06-05');
    const closer: StoredResult = { ...wide, atMs: 10, rows: [row('s')], more: { minAmount: '1M' } };
    const both = cover('2026-06-01', '2026-06-10', [wide, closer], { minAmount: '1M' });
    expect([isCovered(both), oldestUsed(both), both.rows.length]).toEqual([true, 10, 1]);
  });

  it('include a result with an undated row completely or not at all', () => {
    const result: StoredResult = {
      from: '2026-06-01',
      to: '2026-06-10',
      atMs: 10,
      rows: [row('r', { on: null }), row('s')],
    };
    expect(isCovered(cover('2026-06-01', '2026-06-10', [result]))).toBe(true);
    expect(cover('2026-06-01', '2026-06-10', [result]).rows.map(({ roundId }) => roundId)).toEqual([
      's',
      'r',
    ]);
    expect(cover('2026-06-02', '2026-06-10', [result]).days.size).toBe(0);
    const newer: StoredResult = { from: '2026-06-10', to: '2026-06-10', atMs: 20, rows: [] };
    expect(datesOf(cover('2026-06-01', '2026-06-10', [newer, result]))).toEqual(['2026-06-10']);
    expect(isCovered(cover('2026-06-02', '2026-06-10', [result], { stages: ['Debt'] }))).toBe(true);
  });

  it('treat a row with a time of day as undated, because a time zone may move it', () => {
    const result: StoredResult = {
      from: '2026-06-01',
      to: '2026-06-10',
      atMs: 10,
      rows: [row('r', { timed: true })],
    };
    expect(cover('2026-06-01', '2026-06-09', [result]).days.size).toBe(0);
  });

  it('include empty results', () => {
    const found = cover('2026-06-03', '2026-06-03', [
      { from: '2026-06-01', to: '2026-06-10', atMs: 5, rows: [] },
    ]);
    expect([isCovered(found), found.rows]).toEqual([true, []]);
  });

  it('are sorted by announcement, newest first', () => {
    const rows = ['2026-06-02', '2026-06-09', '2026-06-05'].map((on) => row(on, { on }));
    const found = cover('2026-06-01', '2026-06-10', [
      { from: '2026-06-01', to: '2026-06-10', atMs: 5, rows },
    ]);
    expect(found.rows.map(({ on }) => on)).toEqual(['2026-06-09', '2026-06-05', '2026-06-02']);
  });
});

describe('day numbers', () => {
  it('are correct over leap years, in both directions', () => {
    for (const date of ['2026-12-31', '2028-02-29', '2100-03-01', '1970-01-01', '1969-12-31'])
      expect(dateOfDay(dayNumber(date))).toBe(date);
    expect(dayNumber('2028-03-01') - dayNumber('2028-02-28')).toBe(2);
    expect(dayNumber('2026-03-01') - dayNumber('2026-02-28')).toBe(1);
  });
});
