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
const told = (of: Partial<RowFacts> = {}): RowFacts => ({
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
const asked = (of: Partial<FundingsQuery>, row: Partial<RowFacts> = {}, kept: Partial<FundingsQuery> = {}) =>
  judgeContainment(told(row), fundingsQuery(kept), fundingsQuery(of), { known });

describe('one question holds another', () => {
  it.each<[string, Partial<FundingsQuery>, Partial<FundingsQuery>, boolean]>([
    ['the same', {}, {}, true],
    ['a filter more', {}, { stages: ['Seed'] }, true],
    ['a filter less', { stages: ['Seed'] }, {}, false],
    ['some of its values, in another case', { stages: ['Seed', 'Debt'] }, { stages: ['SEED'] }, true],
    ['a value that it did not ask for', { countries: ['US'] }, { countries: ['US', 'DE'] }, false],
    ['a greater least amount', { minAmount: '1M' }, { minAmount: '1500K' }, true],
    ['a smaller least amount', { minAmount: '1M' }, { minAmount: '999K' }, false],
    ['no least amount', { minAmount: '1' }, {}, false],
    ['a smaller greatest amount', { maxAmount: '2M' }, { maxAmount: '1M' }, true],
    ['a greater greatest amount', { maxAmount: '2M' }, { maxAmount: '3M' }, false],
    ['another currency', { currency: 'USD' }, { currency: 'EUR' }, false],
    ['a technology more', {}, { technologies: ['Ember CRM'] }, false],
    ['a technology less', { technologies: ['Ember CRM'] }, {}, false],
    [
      'the same technologies',
      { technologies: ['a', 'b'] },
      { technologies: ['b', 'a'], stages: ['Seed'] },
      true,
    ],
    ['words', {}, { search: 'robots' }, false],
    ['investors', {}, { investors: ['Sequoia'] }, false],
    ['a company size', {}, { companySizes: ['1-10'] }, false],
    ['validated contacts', {}, { validatedContacts: true }, false],
    ['open roles', {}, { hasOpenRoles: true }, false],
    ['hiring without open roles, which the service ignores', {}, { hiringDepartments: ['sales'] }, true],
    ['other roles', { hasOpenRoles: true }, { hasOpenRoles: true, hiringRoleType: 'ic' }, false],
  ])('%s', (_name, kept, more, expected) => {
    expect(isImplied(fundingsQuery(kept), fundingsQuery(more))).toBe(expected);
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
    ['a country that was not told is undecided', { countries: ['DE'] }, { country: null }, 'undecided'],
    ['an industry among several', { industries: ['Energy', 'Fintech'] }, {}, 'in'],
    [
      'one industry of several is undecided',
      { industries: ['Energy'] },
      { industries: { names: ['Fintech'], all: false } },
      'undecided',
    ],
    [
      'one industry of several, the one asked for',
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
    ['a tag that nobody knows', { tags: ['Alchemy'] }, {}, 'undecided'],
    ['a currency', { currency: 'EUR' }, {}, 'out'],
    ['dollars above', { minAmount: '4M' }, {}, 'in'],
    ['dollars below', { minAmount: '6M' }, {}, 'out'],
    ['an amount that is the bound is undecided', { minAmount: '5M' }, {}, 'undecided'],
    [
      'a rounded amount around the bound',
      { maxAmount: '5.4M' },
      { amount: { value: 5e6, least: 4e6, most: 6e6 } },
      'undecided',
    ],
    [
      'a rounded amount clear of the bound',
      { maxAmount: '7M' },
      { amount: { value: 5e6, least: 4e6, most: 6e6 } },
      'in',
    ],
    ['another currency’s amount is undecided', { minAmount: '1' }, { currency: 'EUR' }, 'undecided'],
    ['an undisclosed amount is undecided', { minAmount: '1' }, { amount: null }, 'undecided'],
    [
      'what another filter leaves out need not be decided',
      { minAmount: '1', currency: 'USD' },
      { currency: 'EUR', amount: null },
      'out',
    ],
  ])('%s', (_name, of, row, expected) => {
    expect(asked(of, row)).toBe(expected);
  });

  it('a filter that both questions share needs no look', () => {
    const rounded = { amount: null, stage: null };
    const shared: Partial<FundingsQuery> = { minAmount: '1M', stages: ['Growth'], countries: ['US'] };
    expect(asked({ ...shared, countries: ['US'] }, rounded, shared)).toBe('in');
  });
});

const row = (roundId: string, of: Partial<RowFacts> = {}): AnswerRowFacts => ({
  companyId: `c-${roundId}`,
  roundId,
  known: false,
  told: told(of),
});
interface Kept {
  readonly from: string;
  readonly to: string;
  readonly atMs: number;
  readonly rows: readonly AnswerRowFacts[];
  readonly more?: Partial<FundingsQuery>;
}
/** Lists answers newest first, as the library does. */
function cover(from: string, to: string, kept: readonly Kept[], more: Partial<FundingsQuery> = {}) {
  const answers = kept.map(({ from: start, to: end, atMs, more: filters }, setId) => ({
    setId,
    fetchedAtMs: atMs,
    query: fundingsQuery({ fundingDateStart: start, fundingDateEnd: end, ...filters }),
  }));
  const rowsOf = ({ setId }: { setId: number }) => kept[setId]?.rows ?? null;
  const query = fundingsQuery({ fundingDateStart: from, fundingDateEnd: to, ...more });
  return coverOf(query, { answers, rowsOf }, { known });
}
const datesOf = (of: ReturnType<typeof cover>): string[] =>
  [...of.days.keys()].sort((a, b) => a - b).map(dateOfDay);

describe('kept answers together', () => {
  it('cover the days of several months, the 29th of February among them, each from the newest', () => {
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

  it('a round that moved to another day is there once, as the newer answer has it', () => {
    const found = cover('2026-06-01', '2026-06-10', [
      { from: '2026-06-05', to: '2026-06-10', atMs: 20, rows: [row('r', { on: '2026-06-06' })] },
      { from: '2026-06-01', to: '2026-06-10', atMs: 10, rows: [row('r', { on: '2026-06-03' })] },
    ]);
    expect(found.rows).toMatchObject([{ roundId: 'r', on: '2026-06-06' }]);
  });

  it('an undecided row leaves its own day open, and an older answer to a closer question fills it', () => {
    const open = row('r', { on: '2026-06-05', amount: null });
    const wide: Kept = { from: '2026-06-01', to: '2026-06-10', atMs: 20, rows: [open, row('s')] };
    const alone = cover('2026-06-01', '2026-06-10', [wide], { minAmount: '1M' });
    expect(datesOf(alone)).toHaveLength(9);
    expect(datesOf(alone)).not.toContain('2026-06-05');
    const closer: Kept = { ...wide, atMs: 10, rows: [row('s')], more: { minAmount: '1M' } };
    const both = cover('2026-06-01', '2026-06-10', [wide, closer], { minAmount: '1M' });
    expect([isCovered(both), oldestUsed(both), both.rows.length]).toEqual([true, 10, 1]);
  });

  it('an answer with a row of no certain day is taken whole or not at all', () => {
    const kept: Kept = {
      from: '2026-06-01',
      to: '2026-06-10',
      atMs: 10,
      rows: [row('r', { on: null }), row('s')],
    };
    expect(isCovered(cover('2026-06-01', '2026-06-10', [kept]))).toBe(true);
    expect(cover('2026-06-01', '2026-06-10', [kept]).rows.map(({ roundId }) => roundId)).toEqual(['s', 'r']);
    expect(cover('2026-06-02', '2026-06-10', [kept]).days.size).toBe(0);
    const newer: Kept = { from: '2026-06-10', to: '2026-06-10', atMs: 20, rows: [] };
    expect(datesOf(cover('2026-06-01', '2026-06-10', [newer, kept]))).toEqual(['2026-06-10']);
    expect(isCovered(cover('2026-06-02', '2026-06-10', [kept], { stages: ['Debt'] }))).toBe(true);
  });

  it('a time zone may move a row to another day: it has no certain one', () => {
    const kept: Kept = { from: '2026-06-01', to: '2026-06-10', atMs: 10, rows: [row('r', { timed: true })] };
    expect(cover('2026-06-01', '2026-06-09', [kept]).days.size).toBe(0);
  });

  it('an empty answer says that there was nothing', () => {
    const found = cover('2026-06-03', '2026-06-03', [
      { from: '2026-06-01', to: '2026-06-10', atMs: 5, rows: [] },
    ]);
    expect([isCovered(found), found.rows]).toEqual([true, []]);
  });

  it('newest announcements come first', () => {
    const rows = ['2026-06-02', '2026-06-09', '2026-06-05'].map((on) => row(on, { on }));
    const found = cover('2026-06-01', '2026-06-10', [
      { from: '2026-06-01', to: '2026-06-10', atMs: 5, rows },
    ]);
    expect(found.rows.map(({ on }) => on)).toEqual(['2026-06-09', '2026-06-05', '2026-06-02']);
  });
});

describe('days', () => {
  it('are counted over leap years and back', () => {
    for (const date of ['2026-12-31', '2028-02-29', '2100-03-01', '1970-01-01', '1969-12-31'])
      expect(dateOfDay(dayNumber(date))).toBe(date);
    expect(dayNumber('2028-03-01') - dayNumber('2028-02-28')).toBe(2);
    expect(dayNumber('2026-03-01') - dayNumber('2026-02-28')).toBe(1);
  });
});
