import type { FundingsQuery, ListQuery, PricedCall } from './model/query.ts';

/* Helpers for queries of either list. Separate from the schemas, for the renderer. */

/** Query fields that both lists share: page and dates. */
type Change = Partial<Pick<FundingsQuery, 'limit' | 'offset' | 'fundingDateStart' | 'fundingDateEnd'>>;

/** Returns the same query with another page or other dates. */
export const changed = (question: ListQuery, change: Change): ListQuery =>
  question.list === 'fundings'
    ? { list: 'fundings', query: { ...question.query, ...change } }
    : { list: 'companies', query: { ...question.query, ...change } };

/** Returns the priced request of a query. */
export const callOf = ({
  list,
  query,
}: ListQuery): Extract<PricedCall, { readonly endpoint: ListQuery['list'] }> =>
  list === 'fundings' ? { endpoint: list, query } : { endpoint: list, query };
