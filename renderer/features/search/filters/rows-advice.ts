import { LIST_LIMIT_MAX, SET_ROWS_MAX } from '../../../../shared/model/limits.ts';
import type { PageSize } from '../../../../shared/model/search.ts';
import { search as strings } from '../strings.ts';

interface RowsAdvice {
  /** A sentence about the number of results per request; null if it is invalid. */
  readonly why: string | null;
  /** A number that saves requests or page turns; null if there is none. */
  readonly change: number | null;
}

/**
 * Returns what to say about the number of results per request. Suggests another number only if it saves
 * requests or makes page turns last longer.
 *
 * @param typed the content of the field
 * @param total the number of matches that the service reported; null if they were never counted
 */
export function rowsAdvice(typed: string, proposal: PageSize | null, total: number | null): RowsAdvice {
  const rows = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : 0;
  if (proposal === null || rows < 1 || rows > LIST_LIMIT_MAX) return { why: null, change: null };
  if (rows === proposal.rows) return { why: strings.rowsWhy[proposal.why], change: null };
  if (proposal.why === 'unknown' || proposal.why === 'turns') {
    // While the matches are not counted, only the page turns tell whether a number is too small.
    return rows < proposal.least
      ? { why: strings.rowsFew(proposal.least), change: proposal.rows }
      : { why: strings.rowsWhy.unknown, change: null };
  }
  const loadable = Math.min(total ?? 0, SET_ROWS_MAX);
  const [requests, fewest] = [Math.ceil(loadable / rows), Math.ceil(loadable / proposal.rows)];
  if (requests > fewest)
    return {
      why: strings.rowsSave(proposal.rows, loadable, fewest, requests),
      change: proposal.rows,
    };
  const isEnough = proposal.why === 'one-page' && rows > proposal.rows;
  return { why: isEnough ? strings.rowsWhy['one-page'] : strings.rowsWhy.unknown, change: null };
}
