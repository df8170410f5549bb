import type { ListQuery } from '../../../../shared/model/query.ts';
import type { ResultSet } from '../../../../shared/model/search.ts';
import { changed } from '../../../../shared/list-query.ts';
import { rangeText } from '../../../lib/date-ranges.ts';
import { queryKey, searchToSave } from '../saved/saved-search-query.ts';
import { search as strings } from '../strings.ts';

/** Returns whether two queries ask for the same rows, however an amount is written. */
export const hasSameFilters = (a: ListQuery, b: ListQuery): boolean => keyOf(a) === keyOf(b);

const keyOf = (question: ListQuery): string => queryKey(searchToSave(question, 'dates'));
const rangeOf = ({ query }: ListQuery) => ({ start: query.fundingDateStart, end: query.fundingDateEnd });

/**
 * Returns a sentence if the results on screen do not belong to the current filters. Examples are the earlier
 * results of a saved search, and results after the user has changed a filter.
 *
 * @param question the query that the filters describe; null while they are invalid
 */
export function resultsNote(
  set: Pick<ResultSet, 'question'> | null,
  question: ListQuery | null,
  nowMs: number,
): string | null {
  if (set === null || question === null || hasSameFilters(set.question, question)) return null;
  const [shown, wanted] = [rangeOf(set.question), rangeOf(question)];
  const sameDays = { fundingDateStart: wanted.start, fundingDateEnd: wanted.end };
  return hasSameFilters(changed(set.question, sameDays), question)
    ? strings.otherDays(rangeText(shown, nowMs), rangeText(wanted, nowMs))
    : strings.otherFilters;
}
