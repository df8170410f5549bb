import { changed } from '../../../shared/list-query.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ReadDb } from '../../../electron/core/database/sql.ts';
import { dateOfDay, daysOf } from '../../../electron/core/search-coverage/calendar-days.ts';
import { coverOfQuestion } from '../../../electron/core/search-coverage/plan-search.ts';

/** The number of days before the query's first day whose stored rounds the prediction uses. */
const LOOKBACK_DAYS = 28;
/**
 * If fewer days than this are stored, nothing is predicted. A full week is needed, because the number of
 * announcements depends on the day of the week.
 */
const LEAST_DAYS = 7;

/**
 * Predicts, from the stored rounds of the preceding days, how many rounds the first page of a query will
 * return. Returns null if too few days are stored or if the query is for a later page.
 */
export function expectedRounds(cache: ReadDb, question: ListQuery): number | null {
  const { limit, offset } = question.query;
  if (question.list !== 'fundings' || offset > 0) return null;
  const { from, to } = daysOf(question.query);
  const before = changed(question, {
    fundingDateStart: dateOfDay(from - LOOKBACK_DAYS),
    fundingDateEnd: dateOfDay(from - 1),
  });
  const { days, rows } = coverOfQuestion(cache, before);
  if (days.size < LEAST_DAYS) return null;
  return Math.min(limit, Math.ceil((rows.length / days.size) * (to - from + 1)));
}
