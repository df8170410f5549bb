import type { FundingsQuery, ListQuery, PricedCall } from './model/query.ts';

/* What both sides do with a question to either list. Apart from the schemas, for the renderer. */

/** Parts of a query that both lists have: its page and its days. */
type Change = Partial<Pick<FundingsQuery, 'limit' | 'offset' | 'fundingDateStart' | 'fundingDateEnd'>>;

/** The same question with another page, or of other days. */
export const changed = (question: ListQuery, change: Change): ListQuery =>
  question.list === 'fundings'
    ? { list: 'fundings', query: { ...question.query, ...change } }
    : { list: 'companies', query: { ...question.query, ...change } };

/** The call that asks it, which is what has a price. */
export const callOf = ({
  list,
  query,
}: ListQuery): Extract<PricedCall, { readonly endpoint: ListQuery['list'] }> =>
  list === 'fundings' ? { endpoint: list, query } : { endpoint: list, query };
