import {
  ALLOWANCE_SCOPES,
  type AllowanceScope,
  type Cost,
  type Lane,
} from '../../../../shared/model/budget.ts';
import { leftOf, type BudgetState } from './budget-state.ts';
import { amountIn } from './costs.ts';

/** Today's state of one spending cap (UTC day), in records. `used` includes reserved records. */
export interface AllowanceState {
  readonly scope: AllowanceScope;
  readonly records: number;
  readonly used: number;
}

/** Lanes of requests that no user is waiting for. */
const BACKGROUND: ReadonlySet<Lane> = new Set(['window-closing', 'watchlist', 'catch-up']);
export const isBackground = (lane: Lane): boolean => BACKGROUND.has(lane);

/** Returns whether the records of a request in `lane` count toward the allowance of `scope`. Pure. */
export function countsFor(scope: AllowanceScope, lane: Lane): boolean {
  if (scope === 'all') return true;
  return scope === 'background' ? isBackground(lane) : scope === lane;
}

/** Returns the allowances that a request in `lane` counts toward, in the order of ALLOWANCE_SCOPES. Pure. */
export const allowancesFor = (states: readonly AllowanceState[], lane: Lane): readonly AllowanceState[] =>
  ALLOWANCE_SCOPES.flatMap((scope) => states.filter((state) => state.scope === scope)).filter(({ scope }) =>
    countsFor(scope, lane),
  );

export const allowanceLeft = ({ records, used }: AllowanceState): number => Math.max(0, records - used);

/** The share of each daily budget that background requests must leave for the user. */
export const FLOOR_SHARE = 0.2;

/**
 * Returns today's even share of a monthly budget, or null for any other budget. The share is the amount left
 * at the start of the day, divided by the remaining days including today, and at least 1. Pure.
 */
export function evenShare(state: BudgetState): number | null {
  if (state.usedToday === null || state.daysLeft === null) return null;
  return Math.max(1, Math.floor((leftOf(state) + state.usedToday) / Math.max(1, state.daysLeft)));
}

/** Returns whether the request would raise today's usage above the even share of a monthly budget. Pure. */
export function isOverPace(state: BudgetState, cost: Cost): boolean {
  const share = evenShare(state);
  const amount = amountIn(state.budget, cost);
  return share !== null && amount > 0 && (state.usedToday ?? 0) + amount > share;
}

/**
 * Returns whether a background request must wait until tomorrow, because it would use the part of a daily
 * budget that is reserved for the user, or exceed today's even share of a monthly budget. Pure.
 */
export function isReservedForToday(state: BudgetState, cost: Cost): boolean {
  const amount = amountIn(state.budget, cost);
  if (amount === 0) return false;
  if (state.budget === 'day' || state.budget === 'companies-day')
    return leftOf(state) - amount < state.limit * FLOOR_SHARE;
  return isOverPace(state, cost);
}
