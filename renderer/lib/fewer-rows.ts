import type { Cost, Preview, Receipt } from '../../shared/model/budget.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import type { ResultSet, SearchPlan } from '../../shared/model/search.ts';

/** The same page with as many rows as still fit; null where it can be asked as it is, or no row would fit. Pure. */
export function fewerRows(query: FundingsQuery, preview: Preview | null): FundingsQuery | null {
  if (preview?.decision.kind !== 'refuse') return null;
  const { affordableRows } = preview.decision;
  if (affordableRows === null || affordableRows < 1 || affordableRows >= query.limit) return null;
  return { ...query, limit: affordableRows };
}

type All = NonNullable<SearchPlan['all']>;

/** Whether two queries ask the same, however many rows at a time. Pure. */
export function isSameQuestion(a: FundingsQuery, b: FundingsQuery): boolean {
  const said = ({ limit: _limit, offset: _offset, ...asked }: FundingsQuery): string =>
    JSON.stringify(Object.entries(asked).sort(([one], [other]) => (one < other ? -1 : 1)));
  return said(a) === said(b);
}

/**
 * What is left of all pages where the first ones are shown already: they are not bought twice. Null where they are not, or
 * the set that is shown is whole. `next` is where it goes on. Pure.
 */
export function restOf(
  all: All,
  {
    set,
    query,
    next,
  }: { readonly set: ResultSet | null; readonly query: FundingsQuery; readonly next: FundingsQuery | null },
): All | null {
  if (set === null || next === null || !isSameQuestion(set.query, query)) return null;
  const rows = Math.max(0, all.rows - next.offset);
  const pages = Math.ceil(rows / set.query.limit);
  const pageTurns = all.cost.pageTurns === 0 ? 0 : pages;
  return { pages, rows, cost: { requests: pages, records: rows, pageTurns, companies: 0 } };
}

export const sumOf = (a: Cost, b: Cost): Cost => ({
  requests: a.requests + b.requests,
  records: a.records + b.records,
  pageTurns: a.pageTurns + b.pageTurns,
  companies: a.companies + b.companies,
});

/** Whether a cost is within another in every unit. Pure. */
export const isWithin = (cost: Cost, most: Cost): boolean =>
  cost.requests <= most.requests &&
  cost.records <= most.records &&
  cost.pageTurns <= most.pageTurns &&
  cost.companies <= most.companies;

/** Several pages as one receipt: what was reserved and spent together, and what is left after the last. Pure. */
export function joined(before: Receipt | null, last: Receipt): Receipt {
  if (before === null) return last;
  return { ...last, reserved: sumOf(before.reserved, last.reserved), cost: sumOf(before.cost, last.cost) };
}
