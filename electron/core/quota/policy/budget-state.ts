import type { Budget, BudgetStatus } from '../../../../shared/model/budget.ts';

/** One budget at one moment, in its own unit; times are server time, Unix ms. */
export interface BudgetState {
  readonly budget: Budget;
  readonly limit: number;
  readonly limitSource: BudgetStatus['limitSource'];
  readonly used: number;
  readonly reserved: number;
  readonly unknown: number;
  /** Null if the service does not report this counter. */
  readonly others: number | null;
  /** Held back for other devices on the account. */
  readonly heldBack: number;
  /** Null for the rolling minute. */
  readonly resetsAtMs: number | null;
  readonly closedUntilMs: number | null;
  readonly atLeast: boolean;
  /**
   * When a temporary restriction ends. Near a reset, this is when the ending window certainly no longer
   * counts; for the minute, the end of the day for which places are held back.
   */
  readonly passesAtMs: number | null;
  /**
   * For a monthly budget: today's usage (UTC) by all lanes and devices, including reservations; else null.
   */
  readonly usedToday: number | null;
  /** For a monthly budget: UTC days until its reset, including today; else null. */
  readonly daysLeft: number | null;
}

/** Amount left for this device; never below 0. */
export const leftOf = ({ limit, used, reserved, unknown, others, heldBack }: BudgetState): number =>
  Math.max(0, limit - used - reserved - unknown - (others ?? 0) - heldBack);
