import { LIST_LIMIT_MAX, SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import { changed } from '../../../shared/list-query.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ResultSet } from '../../../shared/model/search.ts';

/** Returns whether two queries are the same apart from their page. */
export function isSameQuestion(a: ListQuery, b: ListQuery): boolean {
  const filtersOf = ({ query }: ListQuery): string =>
    JSON.stringify(
      Object.entries(query)
        .filter(([key]) => key !== 'limit' && key !== 'offset')
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  return a.list === b.list && filtersOf(a) === filtersOf(b);
}

/** Returns the page after the rows on screen; null if no more rows can be fetched. */
export function nextPage(
  set: ResultSet | null,
  rows: readonly { readonly position: number }[],
): ListQuery | null {
  // Results from the library have no next page. If they are partial, whole days are missing, and the next
  // page of a query would not contain these days.
  if (set?.state !== 'partial' || set.origin === 'library') return null;
  const requested = set.question.query.limit;
  // Omitted duplicates leave gaps in the positions of the rows. The next offset is therefore calculated from
  // the last position, not from the number of rows.
  const offset = (rows.at(-1)?.position ?? -1) + 1;
  const rest = set.total > offset ? set.total - offset : requested;
  const limit = Math.min(requested, rest, SET_ROWS_MAX - offset);
  return limit < 1 ? null : changed(set.question, { offset, limit });
}

/**
 * Enlarges the next page to include as many of the remaining rows as the service allows. This keeps the
 * number of requests low.
 */
export function fullPage(next: ListQuery | null, total: number): ListQuery | null {
  if (next === null) return null;
  const { offset, limit } = next.query;
  const rest = Math.min(total, SET_ROWS_MAX) - offset;
  return changed(next, {
    limit: Math.max(1, Math.min(LIST_LIMIT_MAX, Math.max(rest, limit), SET_ROWS_MAX - offset)),
  });
}

/**
 * Returns whether fetching a page also refreshed the filter options. A page costs one request, so the second
 * request was for the options.
 */
export const hasFilterOptions = ({ reserved }: Pick<Receipt, 'reserved'>): boolean => reserved.requests > 1;
