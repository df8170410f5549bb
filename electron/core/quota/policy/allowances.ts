import {
  ALLOWANCE_SCOPES,
  type AllowancePeriod,
  type AllowanceScope,
  type Lane,
  type Screen,
} from '../../../../shared/model/budget.ts';

/** The state of a spending cap for this UTC day or month, in records. `used` includes reserved records. */
export interface AllowanceState {
  readonly scope: AllowanceScope;
  readonly period: AllowancePeriod;
  readonly records: number;
  readonly used: number;
}

/** Lanes of background requests, for which no user is waiting. */
const BACKGROUND: ReadonlySet<Lane> = new Set(['window-closing', 'watchlist', 'catch-up']);
export const isBackground = (lane: Lane): boolean => BACKGROUND.has(lane);

/**
 * The source of a request. `screen` is set only for requests by the user. A request without a screen does not
 * count toward any screen's cap.
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
