import type { FundingsQuery, ListQuery, PricedCall } from './model/query.ts';

/*
 * Helpers for queries of the service's two lists. This is a separate file so the renderer can use them
 * without loading the schemas.
 */

/** The page and date fields that the queries of both lists have. */
type Change = Partial<Pick<FundingsQuery, 'limit' | 'offset' | 'fundingDateStart' | 'fundingDateEnd'>>;

/** Returns the query with a different page or different dates. */
export const changed = (question: ListQuery, change: Change): ListQuery =>
  question.list === 'fundings'
    ? { list: 'fundings', query: { ...question.query, ...change } }
    : { list: 'companies', query: { ...question.query, ...change } };

/** Returns the query if the call requests one of the two lists; otherwise null. */
export function questionOf(call: PricedCall): ListQuery | null {
  if (call.endpoint === 'fundings') return { list: 'fundings', query: call.query };
  return call.endpoint === 'companies' ? { list: 'companies', query: call.query } : null;
}

/** Converts a query to a request in the form that `quota.price` expects. */
export const callOf = ({
  list,
  query,
}: ListQuery): Extract<PricedCall, { readonly endpoint: ListQuery['list'] }> =>
  list === 'fundings' ? { endpoint: list, query } : { endpoint: list, query };
