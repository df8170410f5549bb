import { localDate } from '../../../../shared/local-date.ts';
import { firstDayOf, monthOf, monthsAfter, monthStartUtcMs } from '../../../../shared/model/review/months.ts';
import type { OwnMonth } from '../../database/queries/yours/month-activity.ts';
import type { CountedBudget, Windows } from '../../quota/policy/windows.ts';

/*
 * The start and end of a month. For the user's actions, the month follows the user's local calendar; for
 * charges, it lies between the service's resets, which are in UTC. Pure.
 */

/** The period from one reset of a budget to the next, in server time. */
interface LimitWindow {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface ReviewMonth {
  readonly month: string;
  readonly own: OwnMonth;
  readonly records: LimitWindow;
  readonly pageTurns: LimitWindow;
  /** Whether the period in `records` is exactly the calendar month in UTC. */
  readonly isCalendarMonth: boolean;
}

export function reviewMonth(month: string, windows: Windows): ReviewMonth {
  const next = monthsAfter(month, 1);
  const records = limitWindow(windows, 'month-records', month);
  return {
    month,
    own: {
      from: firstDayOf(month),
      until: firstDayOf(next),
      fromMs: localStartMs(month),
      untilMs: localStartMs(next),
    },
    records,
    pageTurns: limitWindow(windows, 'page-turns', month),
    isCalendarMonth: records.fromMs === monthStartUtcMs(month) && records.untilMs === monthStartUtcMs(next),
  };
}

/**
 * Returns the budget's last window that ended in the month or exactly at its end. For a rolling budget,
 * returns the month itself.
 */
function limitWindow(windows: Windows, budget: CountedBudget, month: string): LimitWindow {
  const endMs = monthStartUtcMs(monthsAfter(month, 1));
  if (windows.isRolling(budget)) return { fromMs: monthStartUtcMs(month), untilMs: endMs };
  const untilMs = windows.startMs(budget, endMs);
  return { fromMs: windows.startMs(budget, untilMs - 1), untilMs };
}

/** Returns local midnight on the first day of a month. */
function localStartMs(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(year, number - 1, 1).getTime();
}

interface Now {
  /** This computer's time. */
  readonly nowMs: number;
  readonly serverNowMs: number;
}

/** Returns whether the month has ended, both for the user and for the service. */
export const hasEnded = (month: string, windows: Windows, { nowMs, serverNowMs }: Now): boolean => {
  const { own, records, pageTurns } = reviewMonth(month, windows);
  return nowMs >= own.untilMs && serverNowMs >= Math.max(records.untilMs, pageTurns.untilMs);
};

/** Returns the last month that has ended. */
export function lastEndedMonth(windows: Windows, now: Now): string {
  const before = monthsAfter(monthOf(localDate(now.nowMs)), -1);
  return hasEnded(before, windows, now) ? before : monthsAfter(before, -1);
}
