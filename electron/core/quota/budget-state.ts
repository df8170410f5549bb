import type { Budget, BudgetStatus } from '../../../shared/model/budget.ts';

/** One budget at one moment, in its unit; times are server time, Unix ms. */
export interface BudgetState {
  readonly budget: Budget;
  readonly limit: number;
  readonly limitSource: BudgetStatus['limitSource'];
  readonly used: number;
  readonly reserved: number;
  readonly unknown: number;
  /** Null where the service did not report this counter. */
  readonly others: number | null;
  /** Left for other devices on the account. */
  readonly heldBack: number;
  /** Null for the rolling minute. */
  readonly resetsAtMs: number | null;
  readonly closedUntilMs: number | null;
  readonly atLeast: boolean;
  /**
   * Set near a reset, while the window that ends is the fuller one and the clock cannot tell on which side a call would
   * fall: when that has passed. Of the minute: when the day ends for whose others some of it is held back.
   */
  readonly passesAtMs: number | null;
  /** Of a month's budget: what all lanes and other devices used on this UTC day, reservations included; else null. */
  readonly usedToday: number | null;
  /** Of a month's budget: UTC days to its reset, today included; else null. */
  readonly daysLeft: number | null;
}

/** What is left for this device; never below 0. */
export const leftOf = ({ limit, used, reserved, unknown, others, heldBack }: BudgetState): number =>
  Math.max(0, limit - used - reserved - unknown - (others ?? 0) - heldBack);
