import type { Preview } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ResultSet, SearchPlan } from '../../../shared/model/search.ts';
import { changed } from '../../../shared/list-query.ts';
import { isSameQuestion } from './result-pages.ts';

/** The same page with as many rows as still fit; null where it can be asked as it is, or no row would fit. Pure. */
export function affordablePage(question: ListQuery, preview: Preview | null): ListQuery | null {
  if (preview?.decision.kind !== 'refuse') return null;
  const { affordableRows } = preview.decision;
  if (affordableRows === null || affordableRows < 1 || affordableRows >= question.query.limit) return null;
  return changed(question, { limit: affordableRows });
}

type All = NonNullable<SearchPlan['all']>;

/**
 * What is left of all pages where the first ones are shown already: they are not bought twice, and the rest comes in the
 * fewest pages. Null where they are not, or the set that is shown is whole. `next` is where it goes on. Pure.
 */
export function restOf(
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
