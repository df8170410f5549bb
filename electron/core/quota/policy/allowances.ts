import {
  ALLOWANCE_SCOPES,
  type AllowancePeriod,
  type AllowanceScope,
  type Cost,
  type Lane,
  type Screen,
} from '../../../../shared/model/budget.ts';
import { leftOf, type BudgetState } from './budget-state.ts';
import { amountIn } from './costs.ts';

/** The state of a spending cap for this UTC day or month, in records. `used` includes reserved records. */
export interface AllowanceState {
  readonly scope: AllowanceScope;
  readonly period: AllowancePeriod;
  readonly records: number;
  readonly used: number;
}

/** Lanes of requests that no user is waiting for. */
const BACKGROUND: ReadonlySet<Lane> = new Set(['window-closing', 'watchlist', 'catch-up']);
export const isBackground = (lane: Lane): boolean => BACKGROUND.has(lane);

/**
 * The source of a request. `screen` is set only for requests by the user; without it, no screen's cap
 * applies.
 */
export interface Source {
  readonly lane: Lane;
  readonly screen?: Screen;
}

/** Returns whether the records of a request count toward the spending cap of `scope`. Pure. */
export function countsFor(scope: AllowanceScope, { lane, screen }: Source): boolean {
  if (scope === 'all') return true;
  if (scope === 'background') return isBackground(lane);
  return scope === lane || (lane === 'interactive' && scope === `screen-${screen ?? 'none'}`);
}

/** Returns the spending caps that a request counts toward, in the order of ALLOWANCE_SCOPES. Pure. */
export const allowancesFor = (states: readonly AllowanceState[], source: Source): readonly AllowanceState[] =>
  ALLOWANCE_SCOPES.flatMap((scope) => states.filter((state) => state.scope === scope)).filter(({ scope }) =>
    countsFor(scope, source),
  );

export const allowanceLeft = ({ records, used }: AllowanceState): number => Math.max(0, records - used);

/** The share of each daily budget that background requests must leave to the user. */
export const FLOOR_SHARE = 0.2;

/**
 * Returns today's even share of a monthly budget; null for any other budget. The share is the amount left at
 * the start of the day divided by the number of days left, including today. It is at least 1. Pure.
 */
export function evenShare(state: BudgetState): number | null {
  if (state.usedToday === null || state.daysLeft === null) return null;
  return Math.max(1, Math.floor((leftOf(state) + state.usedToday) / Math.max(1, state.daysLeft)));
}

/** Returns whether the request would raise today's usage of a monthly budget above its even share. Pure. */
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
