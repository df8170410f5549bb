import type { FundingsQuery, ListQuery, PricedCall } from './model/query.ts';

/*
 * Helpers for queries of either list. In their own file, so the renderer can use them without loading
 * the schemas.
 */

/** The page and the dates of a query, which both lists have in common. */
type Change = Partial<Pick<FundingsQuery, 'limit' | 'offset' | 'fundingDateStart' | 'fundingDateEnd'>>;

/** Returns the query with another page or other dates. */
export const changed = (question: ListQuery, change: Change): ListQuery =>
  question.list === 'fundings'
    ? { list: 'fundings', query: { ...question.query, ...change } }
    : { list: 'companies', query: { ...question.query, ...change } };

/** Returns the query of a request to a list; null for any other request. */
export function questionOf(call: PricedCall): ListQuery | null {
  if (call.endpoint === 'fundings') return { list: 'fundings', query: call.query };
  return call.endpoint === 'companies' ? { list: 'companies', query: call.query } : null;
}

/** Returns the request of a query as `quota.price` expects it. */
export const callOf = ({
  list,
  query,
}: ListQuery): Extract<PricedCall, { readonly endpoint: ListQuery['list'] }> =>
  list === 'fundings' ? { endpoint: list, query } : { endpoint: list, query };
