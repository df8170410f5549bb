import type { Budget, BudgetStatus } from '../../../../shared/model/budget.ts';

/**
 * A snapshot of one budget. Amounts are in the budget's unit (requests, records, page turns or companies);
 * times are server time in milliseconds since the epoch.
 */
export interface BudgetState {
  readonly budget: Budget;
  readonly limit: number;
  readonly limitSource: BudgetStatus['limitSource'];
  readonly used: number;
  readonly reserved: number;
  readonly unknown: number;
  /**
   * Usage that the service counted beyond this device's own; null if the service does not report this
   * counter.
   */
  readonly others: number | null;
  /** Amount held back because other devices on the account may use it. */
  readonly heldBack: number;
  /** Time of the next reset; null for the rolling minute. */
  readonly resetsAtMs: number | null;
  readonly closedUntilMs: number | null;
  /** Time of the 429 that closed the budget; null if it is open. */
  readonly closedAtMs: number | null;
  readonly atLeast: boolean;
  /**
   * End of a temporary restriction; null if there is none. Near a reset, this is the latest time at which the
   * previous window can end. For the minute budget, it is the end of the day, because the amount held back
   * for other devices may then change.
   */
  readonly passesAtMs: number | null;
  /**
   * For a monthly budget, the usage by all lanes and devices on this UTC day, including reservations;
   * otherwise null.
   */
  readonly usedToday: number | null;
  /** For a monthly budget, the number of UTC days until its reset, including today; otherwise null. */
  readonly daysLeft: number | null;
}

/** Returns the amount that this device may still use; at least 0. */
export const leftOf = ({ limit, used, reserved, unknown, others, heldBack }: BudgetState): number =>
  Math.max(0, limit - used - reserved - unknown - (others ?? 0) - heldBack);
