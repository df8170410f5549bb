import { describe, expect, it } from 'vitest';
import { isMonthEnd, workingDaysLeft } from '../../../../electron/core/day-plan/month-end/month-days.ts';

/* June 2026: the 1st is a Monday. Dates are local, at noon. */

const at = (month: number, day: number, hour = 12): number => new Date(2026, month - 1, day, hour).getTime();
const WEEK = { weekdays: [1, 2, 3, 4, 5], daysOff: [] };
const RESET = at(6, 1, 2);

describe('days before the reset', () => {
  it('begins five working days before the reset, and weekends do not count', () => {
    const begins = (day: number): boolean => isMonthEnd({ nowMs: at(5, day), resetsAtMs: RESET }, WEEK);
    expect([21, 22, 23, 24, 25, 29, 31].map(begins)).toEqual([false, false, false, false, true, true, true]);
  });

  it('begins earlier by each day off', () => {
    const rules = { ...WEEK, daysOff: [{ from: '2026-05-28', to: '2026-05-29' }] };
    const begins = (day: number): boolean => isMonthEnd({ nowMs: at(5, day), resetsAtMs: RESET }, rules);
    expect([20, 21, 22].map(begins)).toEqual([false, true, true]);
  });

  it('ends with the reset', () => {
    expect(isMonthEnd({ nowMs: RESET, resetsAtMs: RESET }, WEEK)).toBe(false);
    expect(isMonthEnd({ nowMs: RESET - 1, resetsAtMs: RESET }, WEEK)).toBe(true);
  });

  it('counts the working days that are left, with today', () => {
    const left = (day: number): number => workingDaysLeft({ nowMs: at(5, day), resetsAtMs: RESET }, WEEK);
    expect([25, 27, 29, 30].map(left)).toEqual([5, 3, 1, 0]);
  });
});
