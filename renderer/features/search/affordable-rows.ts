import type { Preview } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ResultSet, SearchPlan } from '../../../shared/model/search.ts';
import { changed } from '../../../shared/list-query.ts';
import { isSameQuestion } from './result-pages.ts';

/**
 * If a page is refused, returns a smaller page with as many rows as the budget still allows. Returns null if
 * the page is not refused, or if the budget does not allow even one row.
 */
export function affordablePage(question: ListQuery, preview: Preview | null): ListQuery | null {
  if (preview?.decision.kind !== 'refuse') return null;
  const { affordableRows } = preview.decision;
  if (affordableRows === null || affordableRows < 1 || affordableRows >= question.query.limit) return null;
  return changed(question, { limit: affordableRows });
}

type All = Omit<NonNullable<SearchPlan['all']>, 'loaded'>;

/**
 * Returns the pages that contain the rows not yet on screen, in as few requests as possible. Returns null if
 * the screen shows no results, another query's results, or all results.
 *
 * @param next the page after the rows on screen
 */
export function remainingPages(
  all: All,
  {
    set,
    question,
    next,
  }: { readonly set: ResultSet | null; readonly question: ListQuery; readonly next: ListQuery | null },
): All | null {
  if (set === null || next === null || !isSameQuestion(set.question, question)) return null;
  const rows = Math.max(0, all.rows - next.query.offset);
  const pages = Math.ceil(rows / LIST_LIMIT_MAX);
  const pageTurns = all.cost.pageTurns === 0 ? 0 : pages;
  return { pages, rows, cost: { requests: pages, records: rows, pageTurns, companies: 0 } };
}
