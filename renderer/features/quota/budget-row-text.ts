import type { BudgetStatus } from '../../../shared/model/budget.ts';
import { countText, dayTimeText, timeText } from '../../lib/format.ts';
import type { ZonedTime } from '../../lib/zoned-time.ts';
import { quota as strings } from './strings.ts';

interface BudgetRowText {
  readonly left: string;
  /** When the budget resets or, after a 429, when it can be used again. */
  readonly resets: string;
  /** The time that `resets` describes. Null for the rolling minute, unless a 429 has paused that budget. */
  readonly resetsAtMs: number | null;
  readonly isClosed: boolean;
}

/**
 * Describes how much of a budget is left and when it resets. The amount is a maximum if other devices may have
 * used part of it. After a 429, the budget is shown as paused, with
 * the time at which it can be used again.
 */
export function budgetRowText(
  {
    left,
    resetsAtMs,
    closedUntilMs,
    atLeast,
  }: Pick<BudgetStatus, 'left' | 'resetsAtMs' | 'closedUntilMs' | 'atLeast'>,
  nowMs: number,
  zone: ZonedTime = {},
): BudgetRowText {
  if (closedUntilMs !== null && closedUntilMs > nowMs) {
    const when = resetsAtMs === null ? timeText(closedUntilMs, zone) : dayTimeText(closedUntilMs, zone);
    return { left: strings.closedLeft, resets: when, resetsAtMs: closedUntilMs, isClosed: true };
  }
  const resets = resetsAtMs === null ? strings.rolling : dayTimeText(resetsAtMs, zone);
  const amount = countText(left);
  return {
    left: atLeast && left > 0 ? strings.leftUpTo(amount) : amount,
    resets,
    resetsAtMs,
    isClosed: false,
  };
}
