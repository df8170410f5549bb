import type { BudgetStatus } from '../../../shared/model/budget.ts';
import { DAY } from '../../lib/format.ts';

/** How much of a calendar-month budget's period has passed at a time, 0 to 1: where an even pace would be. */
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

/** Where an even pace would be at the end of this UTC day, 0 to 1; null for budgets that no month counts. Pure. */
export function paceOf({ budget, resetsAtMs }: BudgetStatus, nowMs: number): number | null {
  if (resetsAtMs === null || !MONTHLY.has(budget)) return null;
  const dayEndMs = Math.floor(nowMs / DAY) * DAY + DAY;
  return monthPace(resetsAtMs, dayEndMs);
}

/** Whether more is used than an even pace allows up to the end of this UTC day. Pure. */
export function isAhead(budget: BudgetStatus, nowMs: number): boolean {
  const pace = paceOf(budget, nowMs);
  const { used, reserved, unknown, others, limit } = budget;
  return pace !== null && used + reserved + unknown + (others ?? 0) > limit * pace;
}
