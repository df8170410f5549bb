import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type * as ActionsModule from '../../../../renderer/features/search/saved/saved-search-actions.ts';
import { resultsNote } from '../../../../renderer/features/search/results/results-note.ts';
import { compiled } from '../../support/compiled.ts';
import { allowedPrice } from '../../fixture/quota.ts';
import { runPriceText } from '../../../../renderer/features/search/saved/saved-search-text.ts';
import { savedSearches as strings } from '../../../../renderer/features/search/saved/strings.ts';
import {
  FIT_ORDER,
  parseWeight,
  parseWeights,
} from '../../../../renderer/features/settings/market/fit-weights.ts';
import { searchToSave, queryKey } from '../../../../renderer/features/search/saved/saved-search-query.ts';
import { FIT_PARTS, fitWeightsSchema } from '../../../../shared/model/market.ts';
import { companiesQuerySchema, fundingsQuerySchema, type ListQuery } from '../../../../shared/model/query.ts';
import { savedQuerySchema } from '../../../../shared/model/saved-search.ts';
import { questionAt } from '../../../../shared/search-date-ranges.ts';
import { questionKeyOf } from '../../../../electron/core/user-data/saved-searches.ts';

const load = compiled();
const NOW_MS = Date.UTC(2026, 5, 10, 23, 59);
const page = { fundingDateStart: '2026-06-04', fundingDateEnd: '2026-06-10', limit: 25, offset: 0 };

const values = fc.uniqueArray(fc.constantFrom('Seed', 'Series A', 'Debt'), { maxLength: 3 });
const amounts = fc.constantFrom(undefined, '1M', '$1,000K', '1000000', '2.5M');
const questions = fc
  .record({
    stages: values,
    industries: values,
    low: amounts,
    search: fc.constantFrom(undefined, 'grid'),
    hiring: fc.boolean(),
    companies: fc.boolean(),
  })
  .map(({ stages, industries, low, search, hiring, companies }): ListQuery => {
    const shared = { ...page, stages, industries, hasOpenRoles: hiring, ...(search ? { search } : {}) };
    return companies
      ? { list: 'companies', query: companiesQuerySchema.parse({ ...shared, minFunding: low }) }
      : { list: 'fundings', query: fundingsQuerySchema.parse({ ...shared, minAmount: low }) };
  });
const range = fc.constantFrom('1', '7', '30', 'dates' as const);

describe('a saved search', () => {
  it('asks the same question on the day it was saved, and matches the contract’s schema', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const saved = savedQuerySchema.parse(searchToSave(question, '7'));
        expect(questionAt(saved, NOW_MS)).toEqual(question);
        expect(questionAt(savedQuerySchema.parse(searchToSave(question, 'dates')), 0)).toEqual(question);
      }),
    );
  });

  it('has the same identity on the screen as in the core', () => {
    fc.assert(
      fc.property(questions, questions, range, range, (a, b, rangeA, rangeB) => {
        const [one, other] = [searchToSave(a, rangeA), searchToSave(b, rangeB)];
        expect(queryKey(one) === queryKey(other)).toBe(questionKeyOf(one) === questionKeyOf(other));
      }),
    );
  });

  it('has the same key for another form of an amount, another order and another page size', () => {
    const keyOf = (filters: object, limit = 25): string =>
      queryKey(
        searchToSave(
          { list: 'fundings', query: fundingsQuerySchema.parse({ ...page, ...filters, limit }) },
          '7',
        ),
      );
    expect(keyOf({ minAmount: '$1,000K', stages: ['Seed', 'Debt'] })).toBe(
      keyOf({ minAmount: '1M', stages: ['Debt', 'Seed'] }, 50),
    );
    expect(keyOf({ minAmount: '1M' })).not.toBe(keyOf({ maxAmount: '1M' }));
  });
});

describe('the new results of a saved search', () => {
  const DAY = 86_400_000;
  test('are not described as none if the search was not run within the last 7 days, or never', async () => {
    const { newResultsText } = (await load(
      '/renderer/features/search/saved/saved-search-actions.ts',
    )) as typeof ActionsModule;
    const text = (fresh: number, daysAgo: number | null): string =>
      newResultsText({ fresh, fetchedAtMs: daysAgo === null ? null : NOW_MS - daysAgo * DAY }, NOW_MS);
    expect([text(0, 0), text(0, 6.9)]).toEqual(['nothing new', 'nothing new']);
    expect([text(0, 7), text(0, 9.5)]).toEqual(['not run for 7 days', 'not run for 9 days']);
    expect(text(0, null)).toBe('not run yet');
    expect([text(3, 9), text(1_200, 0)]).toEqual(['3 new', '1,200 new']);
  });
});

describe('the price of a saved search', () => {
  it('names running as what costs, because opening is free', () => {
    const cost = { requests: 1, records: 25, pageTurns: 1, companies: 0 };
    const price = { ...allowedPrice(cost, 'up-to'), expectedRecords: 9 };
    expect(runPriceText({ price, fetchedAtMs: null }, NOW_MS)).toBe('Run: about 9, at most 25 records');
    expect(runPriceText({ price, fetchedAtMs: 0 }, NOW_MS)).toBe('Run again: about 9, at most 25 records');
    expect(runPriceText({ price: null, fetchedAtMs: null }, NOW_MS)).toBe(strings.cannotRun);
  });
});

describe('the note above results', () => {
  const rounds = (change: object): ListQuery => ({
    list: 'fundings',
    query: fundingsQuerySchema.parse({ ...page, ...change }),
  });
  test('states that an opened saved search still shows the results of earlier days', () => {
    const earlier = { fundingDateStart: '2026-05-20', fundingDateEnd: '2026-05-26' };
    expect(resultsNote({ question: rounds(earlier) }, rounds({}), NOW_MS)).toBe(
      'These results are for 20 – 26 May. Run the search again for 4 – 10 Jun.',
    );
  });
  test('states that the filters have changed', () => {
    expect(resultsNote({ question: rounds({}) }, rounds({ stages: ['Seed'] }), NOW_MS)).toBe(
      'The filters have changed. Run the search to update the results.',
    );
  });
  test('is absent for the same filters, for any page, order and form of an amount', () => {
    const set = { question: rounds({ minAmount: '1M', stages: ['Seed', 'Debt'], limit: 50, offset: 50 }) };
    const typed = rounds({ minAmount: '$1,000K', stages: ['Debt', 'Seed'] });
    expect(resultsNote(set, typed, NOW_MS)).toBeNull();
    expect([resultsNote(null, typed, NOW_MS), resultsNote(set, null, NOW_MS)]).toEqual([null, null]);
  });
});

describe('typed weights', () => {
  it('are whole numbers from 0 to 100', () => {
    expect(['0', ' 7 ', '100'].map(parseWeight)).toEqual([0, 7, 100]);
    expect(['', '101', '-1', '1.5', '1e1', 'x', '0x1', '1000'].map(parseWeight)).toEqual(
      Array.from({ length: 8 }, () => null),
    );
  });
  it('are null while one of them is invalid, and include every part', () => {
    const typed = Object.fromEntries(FIT_PARTS.map((part) => [part, '5']));
    expect(fitWeightsSchema.parse(parseWeights(typed))).toEqual(parseWeights(typed));
    for (const part of FIT_PARTS) expect(parseWeights({ ...typed, [part]: '' })).toBeNull();
    expect(FIT_ORDER).toEqual(FIT_PARTS);
  });
});
