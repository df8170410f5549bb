import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { PageSize } from '../../../shared/model/search.ts';

/** Rows of a page while nobody knows how many match: the order of a list is not shown, so more would be more of anything. */
const ROWS_UNKNOWN = 25;
/** So many more may match since a count that is some time old: one request is to hold them too. */
const MAY_HAVE_COME = 10;
/** 3,000 records over 200 page turns [§8]. */
const LEAST_DOCUMENTED = 15;

export interface PageSizeFacts {
  /** How many match, as of today; null: not known, or not of today. */
  readonly total: number | null;
  /** It was counted a moment ago. */
  readonly isFresh: boolean;
  /** This month's, as counted here; null: not known. */
  readonly recordsLeft: number | null;
  readonly pageTurnsLeft: number | null;
}

/**
 * The rows to ask for at a time. Only rows that come are paid for, so a larger page costs no record more; it takes fewer
 * requests and page turns. Small pages run out of page turns while records are left. Pure.
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

/** Below it the page turns that are left run out before the records that are left. */
function leastRows({ recordsLeft, pageTurnsLeft }: PageSizeFacts): number {
  if (recordsLeft === null || pageTurnsLeft === null || pageTurnsLeft === 0) return LEAST_DOCUMENTED;
  return Math.min(LIST_LIMIT_MAX, Math.max(1, Math.ceil(recordsLeft / pageTurnsLeft)));
}
