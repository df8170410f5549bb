import type { Budget, BudgetStatus } from '../../../shared/model/budget.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/**
 * Returns the start of the monthly period that ends at `resetsAtMs`: the same day and time one month earlier.
 * If the earlier month is too short, the period starts on the last day of that month.
 */
export function periodStart(resetsAtMs: number): number {
  const reset = new Date(resetsAtMs);
  const [year, month] = [reset.getUTCFullYear(), reset.getUTCMonth() - 1];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(reset.getUTCDate(), lastDay)) + (resetsAtMs % DAY_MS);
}

/**
 * Returns the share (0 to 1) of a monthly budget's period that has passed. At an even pace, the same share of
 * the budget would have been used.
 */
export function monthPace(resetsAtMs: number, nowMs: number): number {
  const startMs = periodStart(resetsAtMs);
  if (resetsAtMs <= startMs) return 1;
  return Math.min(1, Math.max(0, (nowMs - startMs) / (resetsAtMs - startMs)));
}

const MONTHLY: ReadonlySet<BudgetStatus['budget']> = new Set([
  'month-records',
  'month-requests',
  'page-turns',
  'export',
  'test-key',
]);

/**
 * Returns the share (0 to 1) of a monthly budget that would be used by the end of the current UTC day if the
 * budget were used evenly. Returns null for budgets that are not monthly.
 */
export function paceOf({ budget, resetsAtMs }: BudgetStatus, nowMs: number): number | null {
  if (resetsAtMs === null || !MONTHLY.has(budget)) return null;
  const dayEndMs = Math.floor(nowMs / DAY_MS) * DAY_MS + DAY_MS;
  return monthPace(resetsAtMs, dayEndMs);
}

/** Returns whether the used share of the budget exceeds the share from `paceOf`. */
export function isAheadOfPace(budget: BudgetStatus, nowMs: number): boolean {
  const pace = paceOf(budget, nowMs);
  const { used, reserved, unknown, others, limit } = budget;
  return pace !== null && used + reserved + unknown + (others ?? 0) > limit * pace;
}

/** A limit is always shown if at least this share of it is used. */
const NEARLY_USED = 0.8;

const isPaused = ({ closedUntilMs }: BudgetStatus, nowMs: number): boolean =>
  closedUntilMs !== null && closedUntilMs > nowMs;
const isNearlyUsed = ({ used, reserved, unknown, others, limit }: BudgetStatus): boolean =>
  used + reserved + unknown + (others ?? 0) >= limit * NEARLY_USED;

/**
 * Returns the limit to show as the first to run out; null if there is none. If the limiting budget
 * (`binding`) is paused, nearly used up or used faster than at an even pace, returns this budget. Otherwise,
 * returns the monthly records if the forecast says that they run out.
 *
 * @param recordsRunOut whether the monthly records run out according to the forecast
 */
export function firstToRunOut(
  { budgets, binding }: { readonly budgets: readonly BudgetStatus[]; readonly binding: Budget },
  { nowMs, recordsRunOut }: { readonly nowMs: number; readonly recordsRunOut: boolean },
): Budget | null {
  const runsOut = (budget: BudgetStatus): boolean =>
    (budget.budget === 'month-records' && recordsRunOut) ||
    isPaused(budget, nowMs) ||
    isNearlyUsed(budget) ||
    isAheadOfPace(budget, nowMs);
  const limiting = budgets.find(({ budget }) => budget === binding);
  if (limiting !== undefined && runsOut(limiting)) return binding;
  return recordsRunOut ? 'month-records' : null;
}

/**
 * Returns the limit with the smallest share left; null if no limit has been used yet. Ignores the limit per
 * minute, because it is available again after a minute.
 */
export function leastLeft(budgets: readonly BudgetStatus[]): Budget | null {
  const used = budgets.filter(({ budget, left, limit }) => budget !== 'minute' && left < limit);
  const [first] = used.toSorted((a, b) => a.left / a.limit - b.left / b.limit);
  return first?.budget ?? null;
}

/**
 * Returns whether a limit is shown even if the user has not asked for all limits. The monthly records, every
 * limit that is paused or nearly used up, and the marked limit are always shown. The marked limit is the one
 * that runs out first or has the least left.
 */
export const mattersNow = (budget: BudgetStatus, marked: Budget | null, nowMs: number): boolean =>
  budget.budget === 'month-records' ||
  budget.budget === marked ||
  isPaused(budget, nowMs) ||
  isNearlyUsed(budget);
