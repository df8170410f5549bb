import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { PageSize } from '../../../shared/model/search.ts';

/** Page size while the number of matches is unknown. */
const ROWS_UNKNOWN = 25;
/**
 * Number of rows added to the page size if the match count is not fresh. The page then still contains all
 * matches if a few were added since the count.
 */
const POSSIBLE_NEW_ROWS = 10;
/**
 * The page size that uses up the documented monthly limits evenly: 3,000 records and 200 page turns, which is
 * 15 records per page turn (spec §8).
 */
const LEAST_DOCUMENTED = 15;

interface PageSizeFacts {
  /** Number of matches that the service reported today; null if it reported none. */
  readonly total: number | null;
  /** Whether `total` is at most ten minutes old. */
  readonly isFresh: boolean;
  /** Records left this month; null if unknown. */
  readonly recordsLeft: number | null;
  readonly pageTurnsLeft: number | null;
}

/**
 * Chooses the number of rows to request per page. A larger page needs fewer requests and page turns. It does
 * not cost more records, because only returned rows are charged. Pure.
 */
export function pageSize(facts: PageSizeFacts): PageSize {
  const least = leastRows(facts);
  const { total, isFresh } = facts;
  const wanted = total === null || total === 0 ? null : isFresh ? total : total + POSSIBLE_NEW_ROWS;
  if (wanted !== null && total !== null && total <= LIST_LIMIT_MAX)
    return { rows: Math.min(LIST_LIMIT_MAX, wanted), why: 'one-page', least };
  if (wanted !== null) return { rows: LIST_LIMIT_MAX, why: 'fewest-pages', least };
  return least > ROWS_UNKNOWN
    ? { rows: least, why: 'turns', least }
    : { rows: ROWS_UNKNOWN, why: 'unknown', least };
}

/** Returns the smallest page size at which this month's records run out before its page turns do. */
function leastRows({ recordsLeft, pageTurnsLeft }: PageSizeFacts): number {
  if (recordsLeft === null || pageTurnsLeft === null || pageTurnsLeft === 0) return LEAST_DOCUMENTED;
  return Math.min(LIST_LIMIT_MAX, Math.max(1, Math.ceil(recordsLeft / pageTurnsLeft)));
}
