import type { ListQuery } from '../../../../shared/model/query.ts';
import type { ResultSet } from '../../../../shared/model/search.ts';
import { changed } from '../../../../shared/list-query.ts';
import { lastDays } from '../../../../shared/search-date-ranges.ts';
import { hasSameFilters } from './results-note.ts';

/** The lengths, in days, of the periods that are offered if a shorter period has no matches. */
const LONGER_DAYS = [30, 90] as const;

interface LongerSearch {
  readonly days: number;
  readonly question: ListQuery;
}

/**
 * Returns the search of the last 30 or 90 days, to be offered if a search has no matches. Returns null if the
 * results belong to other filters, or if the dates are not a shorter period that ends today. Periods in the past
 * are not extended, because the user chose them on purpose.
 *
 * @param set the results without rows, or a count of 0 matches
 * @param question the query that the filters describe; null while they are invalid
 */
export function longerSearch(
  set: Pick<ResultSet, 'question'> | null,
  question: ListQuery | null,
  nowMs: number,
): LongerSearch | null {
  if (set === null || question === null || !hasSameFilters(set.question, question)) return null;
  const { fundingDateStart, fundingDateEnd } = question.query;
  for (const days of LONGER_DAYS) {
    const { start, end } = lastDays(days, nowMs);
    if (fundingDateEnd === end && fundingDateStart > start)
      return {
        days,
        question: changed(question, { fundingDateStart: start, fundingDateEnd: end, offset: 0 }),
      };
  }
  return null;
}
