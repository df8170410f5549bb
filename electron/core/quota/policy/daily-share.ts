import type { Cost } from '../../../../shared/model/budget.ts';
import { leftOf, type BudgetState } from './budget-state.ts';
import { amountIn } from './costs.ts';

/** The share of each daily budget that background requests must leave to the user. */
export const FLOOR_SHARE = 0.2;

/**
 * Returns today's even share of a monthly budget: the amount that was left at the start of the day, divided
 * by the number of days left, including today. At least 1; null for any other budget. Pure.
 */
export function evenShare(state: BudgetState): number | null {
  if (state.usedToday === null || state.daysLeft === null) return null;
  return Math.max(1, Math.floor((leftOf(state) + state.usedToday) / Math.max(1, state.daysLeft)));
}

/**
 * Returns whether the request would raise today's usage of a monthly budget above the even share of one day.
 * Pure.
 */
export function isOverPace(state: BudgetState, cost: Cost): boolean {
  const share = evenShare(state);
  const amount = amountIn(state.budget, cost);
  return share !== null && amount > 0 && (state.usedToday ?? 0) + amount > share;
}

/**
 * Returns whether a background request must wait until tomorrow. A request must wait if it would use the part
 * of a daily budget that is reserved for the user, or would exceed today's even share of a monthly budget.
 * Pure.
 */
export function isReservedForToday(state: BudgetState, cost: Cost): boolean {
  const amount = amountIn(state.budget, cost);
  if (amount === 0) return false;
  if (state.budget === 'day' || state.budget === 'companies-day')
    return leftOf(state) - amount < state.limit * FLOOR_SHARE;
  return isOverPace(state, cost);
}
