import { expect, test } from 'vitest';
import { searchOfMarket } from '../../../../shared/market-query.ts';
import { marketSchema } from '../../../../shared/model/market.ts';
import type { SavedQuery, SavedSearch } from '../../../../shared/model/saved-search.ts';
import { outdatedSearch } from '../../../../renderer/features/settings/market/market-search.ts';

/*
 * Tests the offer that follows a change of the market: to update the saved search that was created from the
 * previous market.
 */
const before = marketSchema.parse({ countries: ['SE', 'DE'], stages: ['Seed'], minAmount: '1M' });
const after = marketSchema.parse({ countries: ['DE'], stages: ['Seed'] });

const savedAs = (id: string, search: SavedQuery | null): SavedSearch => ({
  id,
  name: id,
  search,
  price: null,
  fresh: 0,
  fetchedAtMs: null,
  viewedAtMs: null,
  unlisted: [],
});
/**
 * The search of the previous market, as the user may have changed it: it has other dates and one more filter.
 */
function edited(): SavedQuery {
  const search = searchOfMarket({ ...before, countries: ['DE', 'SE'] });
  const query = { ...search.query, validatedContacts: true };
  return { ...search, dates: { kind: 'last', days: 30 }, query };
}

test('changes only the filters of the market, in any order of their values', () => {
  const other = savedAs('Europe', searchOfMarket(marketSchema.parse({ countries: ['FR'] })));
  const found = outdatedSearch([other, savedAs('My market', edited())], before, after);
  expect(found?.saved.name).toBe('My market');
  const { minAmount: _, ...query } = { ...searchOfMarket(after).query, minAmount: '1M' };
  expect(found?.query).toEqual({
    list: 'fundings',
    dates: { kind: 'last', days: 30 },
    query: { ...query, validatedContacts: true },
  });
});

test('offers nothing for a search with other filters, a search for companies, or an unchanged market', () => {
  const mine = savedAs('My market', searchOfMarket(before));
  expect(outdatedSearch([mine], after, before)).toBeNull();
  expect(outdatedSearch([savedAs('unreadable', null)], before, after)).toBeNull();
  // Technologies and hiring affect only the fit.
  expect(outdatedSearch([mine], before, { ...before, technologies: ['Salesforce'] })).toBeNull();
  // Another search already has the new market.
  expect(outdatedSearch([mine, savedAs('new', searchOfMarket(after))], before, after)).toBeNull();
  // A saved search also counts as having the new market if its filters are in another order.
  const search = searchOfMarket(after);
  const reversed = Object.fromEntries(Object.entries(search.query).toReversed());
  const reordered = { ...search, query: reversed as typeof search.query };
  expect(outdatedSearch([mine, savedAs('reordered', reordered)], before, after)).toBeNull();
  expect(outdatedSearch([mine], before, after)).not.toBeNull();
});
