import type { ListQuery } from '../../../../shared/model/query.ts';
import type { ResultSet } from '../../../../shared/model/search.ts';
import { changed } from '../../../../shared/list-query.ts';
import { lastDays } from '../../../../shared/search-date-ranges.ts';
import { hasSameFilters } from './results-note.ts';

/** The length, in days, of the period that is offered if a shorter period has no matches. */
export const LONGER_DAYS = 30;

/**
 * Returns the query for the last 30 days, to be offered if the results on screen have no rows. Returns null
 * if the results belong to other filters, or if the dates are not a shorter period that ends today. Periods
 * in the past are not extended, because the user chose them on purpose.
 *
 * @param question the query that the filters describe; null while they are invalid
 */
export function longerQuestion(
  set: Pick<ResultSet, 'question'> | null,
  question: ListQuery | null,
  nowMs: number,
): ListQuery | null {
  if (set === null || question === null || !hasSameFilters(set.question, question)) return null;
  const { start, end } = lastDays(LONGER_DAYS, nowMs);
  const { fundingDateStart, fundingDateEnd } = question.query;
  if (fundingDateEnd !== end || fundingDateStart <= start) return null;
  return changed(question, { fundingDateStart: start, fundingDateEnd: end, offset: 0 });
}
