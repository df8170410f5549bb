import { createHash } from 'node:crypto';
import {
  companiesQuerySchema,
  fundingsQuerySchema,
  type CompaniesQuery,
  type FundingsQuery,
  type ListQuery,
} from '../../../shared/model/query.ts';
import type { ListName } from '../../../shared/model/search.ts';

/** Serialises the query without its page, with keys and values sorted, so equal queries give equal text. */
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
 * Key of a query, independent of its page. The list name is part of the key because a query without amounts
 * serialises identically for both lists.
 */
export function queryKeyOf({ list, query }: ListQuery): string {
  const text = list === 'fundings' ? canonicalQuery(query) : `companies ${canonicalQuery(query)}`;
  return createHash('sha256').update(text).digest('hex');
}

/**
 * The stored query's first page; null if the query no longer matches the current schema and cannot be
 * repeated.
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
