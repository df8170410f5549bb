import { localDate } from '../../../../shared/local-date.ts';
import type { FollowUpRules } from '../../../../shared/model/settings/follow-ups.ts';
import { workingDaysAfter } from '../../../../shared/working-days.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/** The plan for the rest of the month is offered starting this many working days before the reset. */
const MONTH_END_DAYS = 5;

type WorkingDays = Pick<FollowUpRules, 'weekdays' | 'daysOff'>;

/** Times by this computer's clock. Server time cannot be used, because working days are local days. */
interface Times {
  readonly nowMs: number;
  readonly resetsAtMs: number;
}

/**
 * Returns whether at most `MONTH_END_DAYS` working days are left until the day of the reset. Working days are
 * counted as for follow-ups.
 */
export function isMonthEnd({ nowMs, resetsAtMs }: Times, rules: WorkingDays): boolean {
  if (resetsAtMs <= nowMs) return false;
  const { days } = workingDaysAfter(localDate(nowMs), { ...rules, offsets: [MONTH_END_DAYS] });
  const [last] = days;
  // If there are fewer than `MONTH_END_DAYS` working days, `last` is undefined. The reset then counts as
  // near.
  return last === undefined || last >= localDate(resetsAtMs);
}

/** Returns the working days from today until the day before the reset, including today. */
export function workingDaysLeft({ nowMs, resetsAtMs }: Times, rules: WorkingDays): number {
  const before = localDate(nowMs - DAY_MS);
  const offsets = Array.from({ length: 31 }, (_, index) => index + 1);
  const { days } = workingDaysAfter(before, { ...rules, offsets });
  return days.filter((day) => day < localDate(resetsAtMs)).length;
}
