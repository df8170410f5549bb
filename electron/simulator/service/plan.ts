import { DAY_MS, HOUR_MS } from '../data/calendar.ts';
import type { Profile } from '../profile/profile-options.ts';

/** The account's limits, and the start times of its days and months. */
export interface Plan {
  readonly limits: Limits;
  /**
   * A day starts `dayMs` milliseconds after midnight UTC. A month starts `monthMs` milliseconds after
   * midnight UTC on the 1st.
   */
  readonly shift: { readonly dayMs: number; readonly monthMs: number };
  /** Whether daily budgets cover the last 24 hours instead of a calendar day. */
  readonly isRolling: boolean;
}

/** The limits are numbers of requests unless the name states another unit. */
export interface Limits {
  readonly perMinute: number;
  readonly daily: number;
  readonly monthly: number;
  readonly monthlyRecords: number;
  readonly monthlyExport: number;
  readonly dailyCompanyDetail: number;
  readonly monthlyPagination: number;
  readonly testKeyMonthly: number;
}

/** The limits in spec §8. */
export const LIMITS: Limits = {
  perMinute: 20,
  daily: 300,
  monthly: 3_000,
  monthlyRecords: 3_000,
  monthlyExport: 3_000,
  dailyCompanyDetail: 100,
  monthlyPagination: 200,
  testKeyMonthly: 300,
};

/** The limits of an invented plan. All of them differ from the documented limits. */
const OTHER_LIMITS: Limits = {
  perMinute: 7,
  daily: 30,
  monthly: 5_000,
  monthlyRecords: 10_000,
  monthlyExport: 10_000,
  dailyCompanyDetail: 5,
  monthlyPagination: 60,
  testKeyMonthly: 12,
};

const DAY_SHIFT_MS = 6.5 * HOUR_MS;

export const DOCUMENTED_PLAN: Plan = { limits: LIMITS, shift: { dayMs: 0, monthMs: 0 }, isRolling: false };

/**
 * Returns a profile's plan. With shifted resets, days start at 06:30 UTC, and months at 06:30 UTC on the
 * 15th.
 */
export const planOf = ({ limits, resets }: Pick<Profile, 'limits' | 'resets'>): Plan => ({
  limits: limits === 'documented' ? LIMITS : OTHER_LIMITS,
  shift:
    resets === 'shifted'
      ? { dayMs: DAY_SHIFT_MS, monthMs: 14 * DAY_MS + DAY_SHIFT_MS }
      : DOCUMENTED_PLAN.shift,
  isRolling: resets === 'rolling',
});
