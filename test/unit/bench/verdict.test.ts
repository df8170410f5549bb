import { describe, expect, it } from 'vitest';
import { median, textTable } from '../../../bench/lib/figures.ts';
import { isConsistent } from '../../../bench/seller/ledger-check.ts';
import { HOUR_MS, START_MS } from '../../../bench/seller/month.ts';
import type { Row } from '../../../bench/seller/oracle.ts';
import type { Action, ListAction, CompanyAction } from '../../../bench/seller/script.ts';
import { largestReasons, type Difference } from '../../../bench/seller/difference.ts';
import { createShownItems, lateRounds, usefulItems } from '../../../bench/seller/useful.ts';
import { goalsOf, type Month } from '../../../bench/seller/verdict.ts';
import { fundingsQuerySchema } from '../../../shared/model/query.ts';

const row = (roundId: string, announcedOn: string): Row => ({
  roundId,
  announcedOn,
  companyId: `of ${roundId}`,
  stage: 'Seed',
  country: 'DE',
  industries: [],
  tags: [],
});
const look = (part: ListAction['part'], end: string, rows: readonly Row[]): ListAction => ({
  kind: 'list',
  atMs: START_MS,
  part,
  pages: 1,
  rows,
  query: fundingsQuerySchema.parse({
    fundingDateStart: '2027-06-01',
    fundingDateEnd: end,
    limit: 25,
    offset: 0,
  }),
});
const open = (companyId: string, facts: CompanyAction['available']): CompanyAction => ({
  kind: 'company',
  atMs: START_MS + HOUR_MS,
  companyId,
  viewed: facts,
  available: facts,
});

const costs = { requests: 1, pageTurns: 0, outOnDay: null, lateMissed: 0, refusals: 0 };
const monthOf = (change: Partial<Month['product']>): Month => {
  const figures = (records: number) => ({ ...costs, records, items: 100 });
  const product = {
    ...figures(125),
    refusedOnDay: null,
    unexpectedErrors: {},
    calls: [],
    spentFor: {},
    counters: [{ budget: 'day' as const, ledger: 3, service: 3 }],
  };
  return {
    seed: 1,
    items: 100,
    late: 0,
    floor: 90,
    difference: {},
    bound: figures(100),
    product: { ...product, ...change },
    naive: figures(750),
    naiveEndless: figures(750),
    sameUrl: figures(600),
    sameUrlEndless: figures(600),
  };
};
const missed = (months: readonly Month[]): string[] =>
  goalsOf(months)
    .filter(({ isMet }) => !isMet)
    .map(({ words }) => words.split(' ')[0] ?? '');

describe('useful items and late rounds', () => {
  it('counts a round or fact once, however often it was seen', () => {
    const actions: Action[] = [
      look('feed', '2027-06-01', [row('a', '2027-06-01')]),
      look('narrowing', '2027-06-01', [row('a', '2027-06-01'), row('b', '2027-06-01')]),
      open('of a', ['profile', 'news']),
      open('of a', ['profile']),
    ];
    expect([...usefulItems({ actions })]).toEqual(['round a', 'round b', 'profile of a', 'news of a']);
  });

  it('calls a round late only if it appears in days that the feed already covered', () => {
    const actions: Action[] = [
      look('feed', '2027-06-03', [row('early', '2027-06-02')]),
      look('narrowing', '2027-06-03', [row('narrow', '2027-06-02')]),
      look('feed', '2027-06-04', [
        row('early', '2027-06-02'),
        row('late', '2027-06-02'),
        row('new', '2027-06-04'),
      ]),
    ];
    expect([...lateRounds({ actions })]).toEqual(['late']);
  });

  it('counts technologies and highlights as shown with the profile, but not contacts', () => {
    const shown = createShownItems();
    shown.addCompany('x', ['profile', 'tech', 'people'], new Set(['profile']));
    expect([...shown.items]).toEqual(['profile x', 'tech x']);
  });
});

describe('the verdict', () => {
  it('meets every goal exactly at its limit', () => {
    expect(missed([monthOf({})])).toEqual([]);
  });

  it('misses a goal by one record or one item', () => {
    expect(missed([monthOf({ records: 126 })])).toEqual(['records', 'records']);
    expect(missed([monthOf({ items: 99 })])).toEqual(['records', 'records']);
  });

  it('misses a goal if one of several months runs out, gets a 429 or differs from the service', () => {
    const fine = monthOf({});
    expect(missed([fine, monthOf({ refusedOnDay: 30 }), fine])).toEqual(['never']);
    expect(missed([fine, monthOf({ refusals: 1 }), fine])).toEqual(['no']);
    expect(missed([fine, monthOf({ unexpectedErrors: { internal: 1 } })])).toEqual(['no']);
    const counters = [{ budget: 'day' as const, ledger: 4, service: 3 }];
    expect(missed([fine, fine, monthOf({ counters })])).toEqual(['the']);
  });

  it('allows the ledger to count more records than the service, which does not report them, but never fewer', () => {
    expect(isConsistent({ budget: 'month-records', ledger: 5, service: 4 })).toBe(true);
    expect(isConsistent({ budget: 'month-records', ledger: 3, service: 4 })).toBe(false);
    expect(isConsistent({ budget: 'export', ledger: 5, service: 4 })).toBe(false);
  });
});

describe('the difference to the bound', () => {
  it('names the reasons with the most records, averaged over all months', () => {
    const months: Difference[] = [{ late: 10, profiles: 3 }, { late: 20, filters: 40 }, { profiles: 3 }];
    expect(largestReasons(months, 2)).toEqual([
      ['filters', 13],
      ['late', 10],
    ]);
  });
});

describe('figures', () => {
  it('use the median, or the lower of two middle values', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([2, 2, NaN]);
  });

  it('align numbers on the right', () => {
    expect(
      textTable([
        ['name', 'n'],
        ['a', '10'],
      ]),
    ).toBe('name   n\na     10\n');
  });
});
