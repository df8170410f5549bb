import { searchOfMarket } from '../../../../shared/market-query.ts';
import type { Market } from '../../../../shared/model/market.ts';
import type { SavedQuery, SavedSearch } from '../../../../shared/model/saved-search.ts';
import { queryKey } from '../../search/index.ts';

type RoundsQuery = Extract<SavedQuery, { list: 'fundings' }>;

/** Returns a string for comparing queries. It contains only the filters that a market can set. */
function marketFilters({ query }: RoundsQuery): string {
  const { countries, stages, industries, minAmount, maxAmount, currency } = query;
  const sets = [countries, stages, industries].map((values) => values.toSorted());
  return JSON.stringify([...sets, minAmount, maxAmount, currency]);
}

/** A saved search that still has the filters of the previous market. */
export interface OutdatedSearch {
  readonly saved: SavedSearch;
  /**
   * The saved search's query with the filters of the new market. Dates and all other filters remain the same.
   */
  readonly query: SavedQuery;
}

/**
 * Returns the saved search that was made from the previous market, and its query updated for the current one.
 * Returns null if there is no such search, if its query would not change, or if another search already has
 * the updated query.
 */
export function outdatedSearch(
  searches: readonly SavedSearch[],
  previous: Market,
  current: Market,
): OutdatedSearch | null {
  const [before, after] = [searchOfMarket(previous), searchOfMarket(current)];
  if (marketFilters(before) === marketFilters(after)) return null;
  const saved = searches.find(
    ({ search }) => search?.list === 'fundings' && marketFilters(search) === marketFilters(before),
  );
  if (saved?.search?.list !== 'fundings') return null;
  const { countries, stages, industries, minAmount, maxAmount, currency } = after.query;
  const { minAmount: _, maxAmount: __, currency: ___, ...others } = saved.search.query;
  const amounts = {
    ...(minAmount !== undefined && { minAmount }),
    ...(maxAmount !== undefined && { maxAmount }),
    ...(currency !== undefined && { currency }),
  };
  const query = { ...saved.search, query: { ...others, countries, stages, industries, ...amounts } };
  const key = queryKey(query);
  const isTaken = searches.some(({ search }) => search !== null && queryKey(search) === key);
  return isTaken ? null : { saved, query };
}
