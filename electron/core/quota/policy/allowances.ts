import {
  ALLOWANCE_SCOPES,
  type AllowanceScope,
  type Cost,
  type Lane,
} from '../../../../shared/model/budget.ts';
import { leftOf, type BudgetState } from './budget-state.ts';
import { amountIn } from './costs.ts';

/** A spending cap for this UTC day; `used` includes reserved records. */
export interface AllowanceState {
  readonly scope: AllowanceScope;
  readonly records: number;
  readonly used: number;
}

/** Lanes of requests that no user is waiting for. */
const BACKGROUND: ReadonlySet<Lane> = new Set(['window-closing', 'watchlist', 'catch-up']);
export const isBackground = (lane: Lane): boolean => BACKGROUND.has(lane);

/** Whether a request in this lane counts against the allowance. Pure. */
export function countsFor(scope: AllowanceScope, lane: Lane): boolean {
  if (scope === 'all') return true;
  return scope === 'background' ? isBackground(lane) : scope === lane;
}

/** The allowances a request in this lane counts against, in the order of ALLOWANCE_SCOPES. Pure. */
export const allowancesFor = (states: readonly AllowanceState[], lane: Lane): readonly AllowanceState[] =>
  ALLOWANCE_SCOPES.flatMap((scope) => states.filter((state) => state.scope === scope)).filter(({ scope }) =>
    countsFor(scope, lane),
  );

export const allowanceLeft = ({ records, used }: AllowanceState): number => Math.max(0, records - used);

/** Share of the daily budgets reserved for the user's own requests. */
export const FLOOR_SHARE = 0.2;

/**
 * Today's even share of a monthly budget: the amount left, spread over the remaining days including today, at
 * least one. Null for budgets without a monthly window. Pure.
 */
export function evenShare(state: BudgetState): number | null {
  if (state.usedToday === null || state.daysLeft === null) return null;
  return Math.max(1, Math.floor((leftOf(state) + state.usedToday) / Math.max(1, state.daysLeft)));
}

/** Whether the cost exceeds today's even share. Pure. */
export function isOverPace(state: BudgetState, cost: Cost): boolean {
  const share = evenShare(state);
  const amount = amountIn(state.budget, cost);
  return share !== null && amount > 0 && (state.usedToday ?? 0) + amount > share;
}

/**
 * Whether background requests must leave this budget alone until tomorrow: below the daily floor or above the
 * monthly even share. Pure.
 */
export function isReservedForToday(state: BudgetState, cost: Cost): boolean {
  const amount = amountIn(state.budget, cost);
  if (amount === 0) return false;
  if (state.budget === 'day' || state.budget === 'companies-day')
    return leftOf(state) - amount < state.limit * FLOOR_SHARE;
  return isOverPace(state, cost);
}
