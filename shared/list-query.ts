import type { FundingsQuery, ListQuery, PricedCall } from './model/query.ts';

/*
 * Helpers for queries of the service's two lists. They are in their own file so that the renderer can use
 * them without loading the schemas.
 */

/** The fields for the page and the dates, which the queries of both lists have. */
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

/** Converts a query to the request that `quota.price` expects. */
export const callOf = ({
  list,
  query,
}: ListQuery): Extract<PricedCall, { readonly endpoint: ListQuery['list'] }> =>
  list === 'fundings' ? { endpoint: list, query } : { endpoint: list, query };
