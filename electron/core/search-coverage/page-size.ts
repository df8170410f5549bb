import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { PageSize } from '../../../shared/model/search.ts';

/**
 * Page size while the match count is unknown. The list's order is unknown too, so a larger page has no added
 * value.
 */
const ROWS_UNKNOWN = 25;
/** Extra rows that may match since an older count, so one request still holds them all. */
const MAY_HAVE_COME = 10;
/** 3,000 records over 200 page turns (spec §8). */
const LEAST_DOCUMENTED = 15;

export interface PageSizeFacts {
  /** Today's match count; null if unknown or from another day. */
  readonly total: number | null;
  /** The count is only minutes old. */
  readonly isFresh: boolean;
  /** Records left this month, as counted locally; null if unknown. */
  readonly recordsLeft: number | null;
  readonly pageTurnsLeft: number | null;
}

/**
 * Chooses the rows per page. Only returned rows are charged, so a larger page costs no extra records and uses
 * fewer requests and page turns. Pure.
 */
export function pageSize(facts: PageSizeFacts): PageSize {
  const least = leastRows(facts);
  const { total, isFresh } = facts;
  const wanted = total === null || total === 0 ? null : isFresh ? total : total + MAY_HAVE_COME;
  if (wanted !== null && total !== null && total <= LIST_LIMIT_MAX)
    return { rows: Math.min(LIST_LIMIT_MAX, wanted), why: 'one-page', least };
  if (wanted !== null) return { rows: LIST_LIMIT_MAX, why: 'fewest-pages', least };
  return least > ROWS_UNKNOWN
    ? { rows: least, why: 'turns', least }
    : { rows: ROWS_UNKNOWN, why: 'unknown', least };
}

/** With smaller pages, the page turns left would run out before the records left. */
function leastRows({ recordsLeft, pageTurnsLeft }: PageSizeFacts): number {
  if (recordsLeft === null || pageTurnsLeft === null || pageTurnsLeft === 0) return LEAST_DOCUMENTED;
  return Math.min(LIST_LIMIT_MAX, Math.max(1, Math.ceil(recordsLeft / pageTurnsLeft)));
}
