import { createHash } from 'node:crypto';
import {
  companiesQuerySchema,
  fundingsQuerySchema,
  type CompaniesQuery,
  type FundingsQuery,
  type ListQuery,
} from '../../../shared/model/query.ts';
import type { ListName } from '../../../shared/model/search.ts';

/** The query without its page: keys and values in one order, so that equal questions are equal text. */
export function canonicalQuery(query: FundingsQuery | CompaniesQuery): string {
  const parts = Object.entries(query)
    .filter(([key, value]) => key !== 'limit' && key !== 'offset' && value !== undefined)
    .map(([key, value]): [string, unknown] => [
      key,
      Array.isArray(value) ? [...new Set(value)].sort() : value,
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(parts));
}

/**
 * The same question has the same key, whatever page of it is asked for. The lists are told apart: a query without amounts
 * reads the same for both, and its answers are not.
 */
export function queryKeyOf({ list, query }: ListQuery): string {
  const text = list === 'fundings' ? canonicalQuery(query) : `companies ${canonicalQuery(query)}`;
  return createHash('sha256').update(text).digest('hex');
}

/** The first page of a question as it was kept; null where today's schema does not know it: it cannot be asked again. */
export function questionOfSet(stored: {
  readonly endpoint: ListName;
  readonly query: string;
  readonly pageLimit: number;
}): ListQuery | null {
  const parts: unknown = JSON.parse(stored.query);
  if (typeof parts !== 'object' || parts === null) return null;
  const page = { ...parts, limit: stored.pageLimit, offset: 0 };
  if (stored.endpoint === 'fundings') {
    const query = fundingsQuerySchema.safeParse(page);
    return query.success ? { list: 'fundings', query: query.data } : null;
  }
  const query = companiesQuerySchema.safeParse(page);
  return query.success ? { list: 'companies', query: query.data } : null;
}
