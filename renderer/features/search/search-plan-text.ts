import type { Budget, BudgetStatus, Cost } from '../../../shared/model/budget.ts';
import type { MissingDays, SearchPlan } from '../../../shared/model/search.ts';
import { DAY, dayTimeText, timeText } from '../../lib/format.ts';
import type { ZonedTime } from '../../lib/zoned-time.ts';
import { rangeText } from '../../lib/date-ranges.ts';
import { searchPlan as strings } from './search-plan-strings.ts';

/** Formats a time as `09:14`. After half a day, the date is included: `13 May 09:14`. */
export const asOfText = (atMs: number, nowMs: number, zone: ZonedTime = {}): string =>
  nowMs - atMs < DAY / 2 ? timeText(atMs, zone) : dayTimeText(atMs, zone);

/**
 * Describes the number of matches: `137 match, as of 09:14: all of them = 3 requests, 137 records, 3 page
 * turns.` Returns null if the matches were never counted.
 */
export function countLine({ count, all }: SearchPlan, nowMs: number, zone: ZonedTime = {}): string | null {
  if (count === null) return null;
  const known = strings.count(count.total, asOfText(count.atMs, nowMs, zone));
  if (all === null || all.rows === 0) return `${known}.`;
  if (all.loaded === all.rows) return `${known}.`;
  const what =
    all.loaded > 0 ? strings.restOf : all.rows < count.total ? strings.reachable(all.rows) : strings.allOf;
  return `${known}: ${strings.costs(what, all.cost)}.`;
}

/**
 * Returns a sentence about missing days and a button label, such as `Only 18 – 21 Nov may be new.` and `Ask
 * 18 – 21 Nov`.
 */
export function missingText(
  { question: { query }, why }: MissingDays,
  nowMs: number,
): { readonly text: string; readonly button: string } {
  const days = rangeText({ start: query.fundingDateStart, end: query.fundingDateEnd }, nowMs);
  return {
    text: why === 'never' ? strings.never(days) : strings.mayBeNew(days),
    button: strings.askOnly(days),
  };
}

/**
 * Returns the first budget that does not cover the total cost of several requests. The per-minute budget is
 * ignored, because it only delays requests.
 */
export function shortBudget(cost: Cost, budgets: readonly BudgetStatus[]): Budget | null {
  const amount = (budget: Budget): number => {
    if (budget === 'month-records' || budget === 'export') return cost.records;
    if (budget === 'page-turns') return cost.pageTurns;
    return budget === 'companies-day' ? cost.companies : budget === 'minute' ? 0 : cost.requests;
  };
  return budgets.find(({ budget, left }) => amount(budget) > left)?.budget ?? null;
}
