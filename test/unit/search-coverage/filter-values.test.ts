import { describe, expect, it } from 'vitest';
import { filterValuesOf, unlistedValues } from '../../../electron/core/search-coverage/filter-values.ts';
import { storeFilters } from '../../../electron/core/library/store-responses.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { unlistedValueSchema } from '../../../shared/model/search.ts';
import { companiesQuery, fundingsQuery, memoryCache } from '../../support/app/library-fixtures.ts';

const T0 = Date.UTC(2026, 5, 10);
const listed = {
  countries: ['DE', 'FR'],
  industries: ['Fintech'],
  stages: ['Seed', 'undisclosed'],
  companySizes: ['1-10', '1000+'],
  currencies: ['EUR'],
  tags: [{ tagId: null, name: 'B2B', slug: null, category: null }],
  technologies: ['C++'],
};
const after = (filters: Parameters<typeof storeFilters>[1]) => {
  const db = memoryCache();
  storeFilters(db, filters, T0);
  return filterValuesOf(db);
};
const rounds = (change: Parameters<typeof fundingsQuery>[0]): ListQuery => ({
  list: 'fundings',
  query: fundingsQuery(change),
});

describe('filter values that the service no longer lists', () => {
  it('are reported with their filter, for both lists', () => {
    const selected = {
      countries: ['DE', 'NL'],
      industries: ['Fintech', 'Banking'],
      stages: ['seed', 'UNDISCLOSED', 'Series A'],
      companySizes: ['1000+', '51-200'],
      tags: ['B2B', 'b2b'],
      technologies: ['C++', 'C'],
      currency: 'TRY',
    };
    const expected = [
      { field: 'countries', value: 'NL' },
      { field: 'stages', value: 'Series A' },
      { field: 'industries', value: 'Banking' },
      { field: 'technologies', value: 'C' },
      { field: 'companySizes', value: '51-200' },
      { field: 'tags', value: 'b2b' },
      { field: 'currencies', value: 'TRY' },
    ];
    const listOfValues = unlistedValues(rounds(selected), after(listed)).map((each) =>
      unlistedValueSchema.parse(each),
    );
    expect(listOfValues).toEqual(expected);
    const companies: ListQuery = { list: 'companies', query: companiesQuery(selected) };
    expect(unlistedValues(companies, after(listed))).toEqual(expected);
  });

  it('do not include investors, which are never listed', () => {
    expect(unlistedValues(rounds({ investors: ['Northzone'] }), after(listed))).toEqual([]);
  });

  it('are not reported before /filters was fetched, nor for a field that it omits', () => {
    expect(unlistedValues(rounds({ countries: ['NL'] }), filterValuesOf(memoryCache()))).toEqual([]);
    expect(
      unlistedValues(rounds({ countries: ['NL'], tags: ['x'] }), after({ ...listed, countries: [] })),
    ).toEqual([{ field: 'tags', value: 'x' }]);
  });
});
