import { createHash } from 'node:crypto';
import { fundingsQuerySchema, type CompaniesQuery, type FundingsQuery } from '../../../shared/model/query.ts';

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

/** The same question has the same key, whatever page of it is asked for. */
export const queryKeyOf = (query: FundingsQuery | CompaniesQuery): string =>
  createHash('sha256').update(canonicalQuery(query)).digest('hex');

/** The first page of a question as it was kept; null where today's schema does not know it: it cannot be asked again. */
export function queryOfSet(stored: {
  readonly query: string;
  readonly pageLimit: number;
}): FundingsQuery | null {
  const parts: unknown = JSON.parse(stored.query);
  if (typeof parts !== 'object' || parts === null) return null;
  const query = fundingsQuerySchema.safeParse({ ...parts, limit: stored.pageLimit, offset: 0 });
  return query.success ? query.data : null;
}
