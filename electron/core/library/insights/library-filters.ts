import { libraryFiltersSchema, type LibraryFilters } from '../../../../shared/model/library.ts';
import type { Market } from '../../../../shared/model/market.ts';
import { canonicalAmount } from '../../service-api/amount-text.ts';
import { dateOf, type Days } from './insight-period.ts';

/**
 * Returns library filters that select the companies with a matching round: announced on these days and in the
 * market. Returns null if the market has more values than the filters allow. Pure.
 */
export function libraryFilters(
  { from, to }: Days,
  market: Market | null,
  listId: string | null,
): LibraryFilters | null {
  const bound = (text: string | null | undefined): number | null =>
    text === null || text === undefined ? null : (canonicalAmount(text)?.value ?? null);
  const filters = libraryFiltersSchema.safeParse({
    countries: market?.countries ?? [],
    industries: market?.industries ?? [],
    lists: listId === null ? [] : [listId],
    round: {
      from: dateOf(from),
      to: dateOf(to),
      stages: market?.stages ?? [],
      currency: market?.currency ?? null,
      minAmount: bound(market?.minAmount),
      maxAmount: bound(market?.maxAmount),
    },
  });
  return filters.success ? filters.data : null;
}
