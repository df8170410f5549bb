import { searchOfMarket } from '../../../../shared/market-query.ts';
import type { Insights } from '../../../../shared/model/insights/insights.ts';
import type { Market } from '../../../../shared/model/market.ts';
import { fundingsQuerySchema, type ListQuery } from '../../../../shared/model/query.ts';
import { queryTotal } from '../../database/queries/cache/query-sets.ts';
import type { ReadDb } from '../../database/sql.ts';
import { canonicalMarket } from '../../market/market-settings.ts';
import { queryKeyOf } from '../../search-coverage/query-key.ts';
import { dateOf, type Days } from './insight-period.ts';

type Coverage = Insights['period']['coverage'];

/**
 * Returns the query for the rounds announced on these days, limited to the market if there is one. Returns
 * null if the market has more values than a query allows.
 */
export function countQuestion({ from, to }: Days, market: Market | null): ListQuery | null {
  const query = fundingsQuerySchema.safeParse({
    ...(market === null ? {} : searchOfMarket(canonicalMarket(market)).query),
    fundingDateStart: dateOf(from),
    fundingDateEnd: dateOf(to),
    limit: 1,
    offset: 0,
  });
  return query.success ? { list: 'fundings', query: query.data } : null;
}

/**
 * Returns the number of matches that the service reported for exactly this query. Returns null if it reported
 * no number, or if the library contains more rounds than that, for example because webhooks delivered some
 * after the count.
 */
export function coverageOf(cache: ReadDb, question: ListQuery | null, stored: number): Coverage {
  const counted = question === null ? null : queryTotal(cache, queryKeyOf(question));
  if (counted === null || counted.total < stored) return null;
  return { total: counted.total, countedAtMs: counted.atMs };
}
