import { ALLOWANCE_SCOPES, type AllowanceScope, type Cost, type Lane } from '../../../shared/model/budget.ts';
import { leftOf, type BudgetState } from './budget-state.ts';
import { amountIn } from './costs.ts';

/** One of the seller's own caps on this UTC day; `used` holds what is reserved as well. */
export interface AllowanceState {
  readonly scope: AllowanceScope;
  readonly records: number;
  readonly used: number;
}

/** Lanes in which nobody waits at the screen and nobody asked just now. */
const BACKGROUND: ReadonlySet<Lane> = new Set(['window-closing', 'watchlist', 'catch-up']);
export const isBackground = (lane: Lane): boolean => BACKGROUND.has(lane);

/** Whether a call of this lane takes from that allowance. Pure. */
export function countsFor(scope: AllowanceScope, lane: Lane): boolean {
  if (scope === 'all') return true;
  return scope === 'background' ? isBackground(lane) : scope === lane;
}

/** The caps that a call of this lane takes from, in the order in which they are named. Pure. */
export const allowancesFor = (states: readonly AllowanceState[], lane: Lane): readonly AllowanceState[] =>
  ALLOWANCE_SCOPES.flatMap((scope) => states.filter((state) => state.scope === scope)).filter(({ scope }) =>
    countsFor(scope, lane),
  );

export const allowanceLeft = ({ records, used }: AllowanceState): number => Math.max(0, records - used);

/** Of a day's budgets, what only the seller's own calls may take. */
export const FLOOR_SHARE = 0.2;

/**
 * What may be used of a month's budget today so that the rest lasts to its reset: an even share for every day left,
 * today included, at least one. Null for budgets that no month counts. Pure.
 */
export function evenShare(state: BudgetState): number | null {
  if (state.usedToday === null || state.daysLeft === null) return null;
  return Math.max(1, Math.floor((leftOf(state) + state.usedToday) / Math.max(1, state.daysLeft)));
}

/** Whether this cost goes beyond today's even share. Pure. */
export function isOverPace(state: BudgetState, cost: Cost): boolean {
  const share = evenShare(state);
  const amount = amountIn(state.budget, cost);
  return share !== null && amount > 0 && (state.usedToday ?? 0) + amount > share;
}

/** Whether the background must leave this budget alone until tomorrow: its floor, or the even share of a month. Pure. */
export function isHeldFromBackground(state: BudgetState, cost: Cost): boolean {
  const amount = amountIn(state.budget, cost);
  if (amount === 0) return false;
  if (state.budget === 'day' || state.budget === 'companies-day')
    return leftOf(state) - amount < state.limit * FLOOR_SHARE;
  return isOverPace(state, cost);
}
