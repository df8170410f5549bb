import { describe, expect, test } from 'vitest';
import { searchOfMarket } from '../../../../shared/market-query.ts';
import { marketSchema } from '../../../../shared/model/market.ts';
import type { SavedQuery, SavedSearch } from '../../../../shared/model/saved-search.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import { outdatedSearch } from '../../../../renderer/features/settings/market/market-search.ts';
import { OutdatedSearchOffer } from '../../../../renderer/features/settings/market/outdated-search-offer.svelte.ts';

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

describe('the offer to update a saved search', () => {
  const mine = savedAs('My market', searchOfMarket(before));
  function createOffer() {
    const state = { searches: [mine], fails: false };
    const list = () =>
      state.fails ? Promise.reject(new Error('unreadable')) : Promise.resolve({ searches: state.searches });
    return { state, offer: new OutdatedSearchOffer({ savedSearches: { list } } as unknown as Api) };
  }

  test('stays until it is dismissed, even if the saved searches cannot be read meanwhile', async () => {
    const { state, offer } = createOffer();
    await offer.begin(before, after);
    expect(offer.search?.saved.name).toBe('My market');
    state.fails = true;
    await offer.refresh(after);
    expect(offer.search?.saved.name).toBe('My market');
    offer.dismiss();
    state.fails = false;
    await offer.refresh(after);
    expect(offer.search).toBeNull();
  });
  test('continues after a second change of the market', async () => {
    const { offer } = createOffer();
    await offer.begin(before, after);
    const next = { ...after, countries: ['FR'] };
    await offer.begin(after, next);
    expect(offer.search?.query.query.countries).toEqual(['FR']);
  });
  test('ends if the search is deleted or if the market is as before', async () => {
    const { state, offer } = createOffer();
    await offer.begin(before, after);
    state.searches = [];
    await offer.refresh(after);
    expect(offer.search).toBeNull();
    state.searches = [mine];
    await offer.begin(before, after);
    await offer.refresh(before);
    expect(offer.search).toBeNull();
    await offer.refresh(after);
    expect(offer.search).toBeNull();
  });
});
