import type { ListQuery } from '../../../../shared/model/query.ts';
import type { ResultSet } from '../../../../shared/model/search.ts';
import { changed } from '../../../../shared/list-query.ts';
import { rangeText } from '../../../lib/date-ranges.ts';
import { queryKey, searchToSave } from '../saved/saved-search-query.ts';
import { search as strings } from '../strings.ts';

/**
 * Returns whether two queries have the same filters. Different spellings of the same amount count as equal.
 */
export const hasSameFilters = (a: ListQuery, b: ListQuery): boolean => keyOf(a) === keyOf(b);

const keyOf = (question: ListQuery): string => queryKey(searchToSave(question, 'dates'));
const rangeOf = ({ query }: ListQuery) => ({ start: query.fundingDateStart, end: query.fundingDateEnd });

/**
 * Returns a sentence if the results on screen belong to filters other than the current filters; otherwise
 * null. The filters differ if the user has changed one, or if a saved search shows its earlier results.
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
