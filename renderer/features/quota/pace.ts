import type { BudgetStatus } from '../../../shared/model/budget.ts';
import { DAY } from '../../lib/format.ts';

/** The passed share of a monthly budget's period, 0 to 1, which is the used share at an even pace. */
export function monthPace(resetsAtMs: number, nowMs: number): number {
  const reset = new Date(resetsAtMs);
  const startMs = Date.UTC(reset.getUTCFullYear(), reset.getUTCMonth() - 1, 1);
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

/** The used share of a monthly budget at an even pace until the end of this UTC day, 0 to 1; null for other budgets. */
export function paceOf({ budget, resetsAtMs }: BudgetStatus, nowMs: number): number | null {
  if (resetsAtMs === null || !MONTHLY.has(budget)) return null;
  const dayEndMs = Math.floor(nowMs / DAY) * DAY + DAY;
  return monthPace(resetsAtMs, dayEndMs);
}

/** Whether more is used than an even pace allows until the end of this UTC day. */
export function isAheadOfPace(budget: BudgetStatus, nowMs: number): boolean {
  const pace = paceOf(budget, nowMs);
  const { used, reserved, unknown, others, limit } = budget;
  return pace !== null && used + reserved + unknown + (others ?? 0) > limit * pace;
}
