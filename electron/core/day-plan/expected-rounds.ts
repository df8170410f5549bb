import { changed } from '../../../shared/list-query.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ReadDb } from '../database/sql.ts';
import { dateOfDay, daysOf } from '../search-coverage/calendar-days.ts';
import { coverOfQuestion } from '../search-coverage/plan-search.ts';

/** Number of days before the query's first day whose stored rounds are used for the prediction. */
const LOOKBACK_DAYS = 28;
/**
 * The rounds of at least this many of the `LOOKBACK_DAYS` days must be stored. A full week is needed, because
 * the number of announcements depends on the day of the week.
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
