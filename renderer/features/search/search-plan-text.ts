import type { Budget, BudgetStatus, Cost } from '../../../shared/model/budget.ts';
import type { MissingDays, SearchPlan } from '../../../shared/model/search.ts';
import { dayTimeText, timeText } from '../../lib/format.ts';
import type { ZonedTime } from '../../lib/zoned-time.ts';
import { rangeText } from '../../lib/date-ranges.ts';
import { searchPlan as strings } from './search-plan-strings.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/** Formats a time as `09:14`. If it is more than half a day ago, includes the date: `13 May 09:14`. */
export const asOfText = (atMs: number, nowMs: number, zone: ZonedTime = {}): string =>
  nowMs - atMs < DAY_MS / 2 ? timeText(atMs, zone) : dayTimeText(atMs, zone);

/**
 * Describes the number of matches: `137 matches` and `counted 09:14`. Returns null if the matches have never
 * been counted.
 */
export function countLine(
  { count }: Pick<SearchPlan, 'count'>,
  nowMs: number,
  zone: ZonedTime = {},
): { readonly matches: string; readonly counted: string } | null {
  if (count === null) return null;
  return {
    matches: strings.matches(count.total),
    counted: strings.counted(asOfText(count.atMs, nowMs, zone)),
  };
}

/**
 * Returns two strings about missing days: an explanation, such as `Your library already covers these dates.
 * New rounds may have been announced on 18 – 21 Nov.`, and the label of the action that fetches the days,
 * such as `Fetch only rounds from 18 – 21 Nov`.
 */
export function missingText(
  missing: MissingDays,
  nowMs: number,
): { readonly text: string; readonly button: string } {
  const days = daysOf(missing, nowMs);
  return {
    text: missing.why === 'never' ? strings.never(days) : strings.mayBeNew(days),
    button: missing.how === 'recheck' ? strings.recheckDays(days) : strings.fetchDays(days),
  };
}
const daysOf = ({ question: { query } }: MissingDays, nowMs: number): string =>
  rangeText({ start: query.fundingDateStart, end: query.fundingDateEnd }, nowMs);

/**
 * Returns sentences about the rows that are stored for the current filters. Omits the number of stored
 * matches if all matches are stored, because a button then offers to show them.
 */
export function storedTexts(
  { library, loadedToday, missing, rounds, count }: SearchPlan,
  isCompanies: boolean,
  nowMs: number,
): readonly string[] {
  const known = rounds === null ? [] : [strings.roundsKnown(rounds.rows, asOfText(rounds.asOfMs, nowMs))];
  if (library === null)
    return loadedToday === null
      ? known
      : [strings.stored(loadedToday.rows, asOfText(loadedToday.asOfMs, nowMs)), ...known];
  if (isCompanies) return [...(missing.length > 0 ? [strings.wholeList] : []), ...known];
  const [first] = missing;
  const when = asOfText(library.asOfMs, nowMs);
  if (library.rows === 0 && missing.length === 1 && first?.why === 'may-be-new')
    return [strings.noneBut(daysOf(first, nowMs))];
  const sentences = [
    ...(library.complete || library.rows === 0 ? [] : [strings.stored(library.rows, when)]),
    ...(library.rows === 0 && (!library.complete || count === null) ? [strings.noneInLibrary(when)] : []),
    ...(missing.length === 1 && first !== undefined ? [missingText(first, nowMs).text] : []),
  ];
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

/**
 * Returns the first budget that is too low for the total cost of several requests. Ignores the per-minute
 * budget, because it only delays requests.
 */
export function shortBudget(cost: Cost, budgets: readonly BudgetStatus[]): Budget | null {
  const amount = (budget: Budget): number => {
    if (budget === 'month-records' || budget === 'export') return cost.records;
    if (budget === 'page-turns') return cost.pageTurns;
    return budget === 'companies-day' ? cost.companies : budget === 'minute' ? 0 : cost.requests;
  };
  return budgets.find(({ budget, left }) => amount(budget) > left)?.budget ?? null;
}
