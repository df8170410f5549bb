import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FIT_ORDER,
  parseWeight,
  parseWeights,
} from '../../../../renderer/features/settings/market/fit-weights.ts';
import { searchToSave, tokenOf } from '../../../../renderer/features/search/saved/saved-search-query.ts';
import { FIT_PARTS, fitWeightsSchema } from '../../../../shared/model/market.ts';
import { companiesQuerySchema, fundingsQuerySchema, type ListQuery } from '../../../../shared/model/query.ts';
import { savedQuerySchema } from '../../../../shared/model/saved-search.ts';
import { questionAt } from '../../../../shared/search-date-ranges.ts';
import { questionKeyOf } from '../../../../electron/core/user-data/saved-searches.ts';

const NOW_MS = Date.UTC(2026, 5, 10, 23, 59);
const page = { fundingDateStart: '2026-06-04', fundingDateEnd: '2026-06-10', limit: 25, offset: 0 };

const values = fc.uniqueArray(fc.constantFrom('Seed', 'Series A', 'Debt'), { maxLength: 3 });
const amounts = fc.constantFrom(undefined, '1M', '$1,000K', '1000000', '2.5M');
const asked = fc
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

describe('what is kept of a search', () => {
  it('asks the same again on the day it was chosen, and is within the contract', () => {
    fc.assert(
      fc.property(asked, (question) => {
        const kept = savedQuerySchema.parse(searchToSave(question, '7'));
        expect(questionAt(kept, NOW_MS)).toEqual(question);
        expect(questionAt(savedQuerySchema.parse(searchToSave(question, 'dates')), 0)).toEqual(question);
      }),
    );
  });

  it('is told apart on the screen just as in the core', () => {
    fc.assert(
      fc.property(asked, asked, range, range, (a, b, rangeA, rangeB) => {
        const [one, other] = [searchToSave(a, rangeA), searchToSave(b, rangeB)];
        expect(tokenOf(one) === tokenOf(other)).toBe(questionKeyOf(one) === questionKeyOf(other));
      }),
    );
  });

  it('is the same for other words of one amount, another order and another page size', () => {
    const of = (told: object, limit = 25): string =>
      tokenOf(
        searchToSave(
          { list: 'fundings', query: fundingsQuerySchema.parse({ ...page, ...told, limit }) },
          '7',
        ),
      );
    expect(of({ minAmount: '$1,000K', stages: ['Seed', 'Debt'] })).toBe(
      of({ minAmount: '1M', stages: ['Debt', 'Seed'] }, 50),
    );
    expect(of({ minAmount: '1M' })).not.toBe(of({ maxAmount: '1M' }));
  });
});

describe('weights as they are typed', () => {
  it('are whole numbers from 0 to 100', () => {
    expect(['0', ' 7 ', '100'].map(parseWeight)).toEqual([0, 7, 100]);
    expect(['', '101', '-1', '1.5', '1e1', 'x', '0x1', '1000'].map(parseWeight)).toEqual(
      Array.from({ length: 8 }, () => null),
    );
  });
  it('are none while one of them is none, and name every part', () => {
    const typed = Object.fromEntries(FIT_PARTS.map((part) => [part, '5']));
    expect(fitWeightsSchema.parse(parseWeights(typed))).toEqual(parseWeights(typed));
    for (const part of FIT_PARTS) expect(parseWeights({ ...typed, [part]: '' })).toBeNull();
    expect(FIT_ORDER).toEqual(FIT_PARTS);
  });
});
