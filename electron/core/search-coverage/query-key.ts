import { createHash } from 'node:crypto';
import {
  companiesQuerySchema,
  fundingsQuerySchema,
  type CompaniesQuery,
  type FundingsQuery,
  type ListQuery,
} from '../../../shared/model/query.ts';
import type { ListName } from '../../../shared/model/search.ts';

/**
 * Returns a string that is the same for all queries that differ only in their page or in the order of their
 * keys and values.
 */
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
 * Returns the key for storing the results of a query. All pages of a query share one key. A query for rounds
 * and a query for companies have different keys, even with equal filters.
 */
export function queryKeyOf({ list, query }: ListQuery): string {
  const text = list === 'fundings' ? canonicalQuery(query) : `companies ${canonicalQuery(query)}`;
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Returns the query for the first page of a stored result set. Returns null if the query does not match the
 * schema.
 */
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
