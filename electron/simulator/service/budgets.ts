import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  nextDayMs,
  nextMonthMs,
  SECOND_MS,
  startOfDayMs,
  unixSeconds,
} from '../data/calendar.ts';
import {
  calendarDay,
  dayCount,
  freeFailures,
  lastDay,
  minuteLog,
  monthCount,
  type Counters,
  type DayCharge,
} from './counters.ts';
import type { Profile } from '../profile/profile-options.ts';

export const LIMIT_TYPES = [
  'per_minute',
  'daily',
  'monthly',
  'monthly_export',
  'monthly_pagination',
  'daily_company_detail',
  'test_key_monthly',
] as const;
export type LimitType = (typeof LIMIT_TYPES)[number];
/**
 * Limit types in a 429. The specification does not list the possible types. `monthly_records` and `abuse` are
 * invented.
 */
export type LimitName = LimitType | 'monthly_records' | 'abuse';

export interface Usage {
  readonly limit: number;
  readonly used: number;
  readonly resetMs: number;
}

/** Usage of each budget, by its key in the `rate_limits` of /stats (spec §4.12). */
type StatsUsage = Readonly<Record<Exclude<LimitType, 'test_key_monthly'>, Usage>>;

export function usageOf(counters: Counters, nowMs: number): StatsUsage {
  const day = dayCount(counters, nowMs);
  const month = monthCount(counters, nowMs);
  const minute = minuteLog(counters, nowMs);
  const { limits, shift } = counters.plan;
  const fixedResetMs = nextDayMs(nowMs - shift.dayMs) + shift.dayMs;
  const dayResetMs = (used: (charge: DayCharge) => number, limit: number): number =>
    counters.plan.isRolling ? rollingResetMs(lastDay(counters, nowMs), used, limit, nowMs) : fixedResetMs;
  const monthResetMs = nextMonthMs(nowMs - shift.monthMs) + shift.monthMs;
  return {
    per_minute: {
      limit: limits.perMinute,
      used: minute.length,
      resetMs: minuteResetMs(minute, limits.perMinute, nowMs),
    },
    daily: {
      limit: limits.daily,
      used: day.requests,
      resetMs: dayResetMs(({ requests }) => requests, limits.daily),
    },
    monthly: { limit: limits.monthly, used: month.requests, resetMs: monthResetMs },
    monthly_export: { limit: limits.monthlyExport, used: month.exported, resetMs: monthResetMs },
    daily_company_detail: {
      limit: limits.dailyCompanyDetail,
      used: day.companyIds.length,
      resetMs: dayResetMs(({ newCompanyId }) => (newCompanyId === null ? 0 : 1), limits.dailyCompanyDetail),
    },
    monthly_pagination: { limit: limits.monthlyPagination, used: month.pageTurns, resetMs: monthResetMs },
  };
}

/**
 * Returns when a budget for the last 24 hours resets. If the budget is exhausted, that is the time at which
 * it allows a request again; otherwise, the time at which the oldest charge becomes 24 hours old. Without
 * charges, returns 24 hours from now.
 */
function rollingResetMs(
  charges: readonly DayCharge[],
  usedBy: (charge: DayCharge) => number,
  limit: number,
  nowMs: number,
): number {
  let used = charges.reduce((sum, charge) => sum + usedBy(charge), 0);
  for (const charge of charges.filter((each) => usedBy(each) > 0)) {
    used -= usedBy(charge);
    if (used < limit) return charge.atMs + DAY_MS;
  }
  return nowMs + DAY_MS;
}

/** Returns the time at which the per-minute limit allows another request. */
function minuteResetMs(minute: readonly number[], limit: number, nowMs: number): number {
  const blocking = minute[Math.max(0, minute.length - limit)];
  return (blocking ?? nowMs) + MINUTE_MS;
}

/** The cost of a request. It is computed before the budgets are checked, because the check needs it. */
export interface Price {
  readonly requests: number;
  readonly records: number;
  readonly exported: number;
  readonly pageTurns: number;
  readonly companyId: string | null;
  readonly isTestKey: boolean;
  /** Whether the endpoint returns records in general. This response may have none. */
  readonly carriesRecords: boolean;
}

export interface Refusal {
  readonly limitType: LimitName;
  readonly usage: Usage;
}

/**
 * Returns the first budget that does not allow the request; null if all budgets allow it. The limits per
 * minute, day and month apply to every request and are checked first. The budgets that apply only to certain
 * requests follow.
 */
export function refusalOf(counters: Counters, price: Price, profile: Profile, nowMs: number): Refusal | null {
  if (price.requests === 0) return null;
  const usage = usageOf(counters, nowMs);
  const month = monthCount(counters, nowMs);
  const refuse = (limitType: LimitName, budget: Usage): Refusal => ({ limitType, usage: budget });
  const isFull = (budget: Usage): boolean => budget.used >= budget.limit;

  if (isFull(usage.per_minute)) return refuse('per_minute', usage.per_minute);
  if (isFull(usage.daily)) return refuse('daily', usage.daily);
  if (isFull(usage.monthly)) return refuse('monthly', usage.monthly);
  const testKey = testKeyUsage(counters, profile, nowMs);
  if (price.isTestKey && isFull(testKey)) return refuse(profile.testKeyLimitType, testKey);
  const records = {
    limit: counters.plan.limits.monthlyRecords,
    used: month.records,
    resetMs: usage.monthly.resetMs,
  };
  if (isRecordsRefused(records, price, profile)) return refuse(profile.recordsLimitType, records);
  if (price.exported > 0 && isFull(usage.monthly_export))
    return refuse('monthly_export', usage.monthly_export);
  if (price.pageTurns > 0 && isFull(usage.monthly_pagination))
    return refuse('monthly_pagination', usage.monthly_pagination);
  const isNewCompany =
    price.companyId !== null && !dayCount(counters, nowMs).companyIds.includes(price.companyId);
  if (isNewCompany && isFull(usage.daily_company_detail))
    return refuse('daily_company_detail', usage.daily_company_detail);
  return null;
}

const TEST_KEY_DAYS = 30;

/**
 * Returns the usage of the test key's monthly budget. The specification does not say when that budget resets
 * (spec §8).
 */
export function testKeyUsage(counters: Counters, { testKeyReset }: Profile, nowMs: number): Usage {
  const limit = counters.plan.limits.testKeyMonthly;
  if (testKeyReset === 'month') {
    const { testKeyRequests: used } = monthCount(counters, nowMs);
    return { limit, used, resetMs: usageOf(counters, nowMs).monthly.resetMs };
  }
  const todayMs = startOfDayMs(nowMs);
  const days = Array.from({ length: TEST_KEY_DAYS }, (_, index) => todayMs - index * DAY_MS);
  const counted = days.map((dayMs) => ({ dayMs, used: calendarDay(counters, dayMs).testKeyRequests }));
  const oldestMs = counted.findLast(({ used }) => used > 0)?.dayMs ?? todayMs;
  const used = counted.reduce((sum, day) => sum + day.used, 0);
  return { limit, used, resetMs: oldestMs + TEST_KEY_DAYS * DAY_MS };
}

/**
 * Refuses a request after too many failures within an hour, if the profile limits failures. Spec §8 mentions
 * no such limit.
 */
export function abuseRefusal(counters: Counters, profile: Profile, nowMs: number): Refusal | null {
  const limit = profile.freeFailuresPerHour;
  const failures = freeFailures(counters, nowMs);
  if (limit === null || failures.length <= limit) return null;
  // The service accepts requests again once the number of failures in the last hour has fallen to `limit`.
  const blocking = failures[failures.length - limit - 1] ?? nowMs;
  return { limitType: 'abuse', usage: { limit, used: failures.length, resetMs: blocking + HOUR_MS } };
}

function isRecordsRefused(records: Usage, price: Price, profile: Profile): boolean {
  const isChecked = price.carriesRecords || profile.recordsLimitType === 'monthly';
  if (isChecked && records.used >= records.limit) return true;
  return profile.recordsCheck === 'would-exceed' && records.used + price.records > records.limit;
}

/** Returns the number of seconds until a retry can succeed; at least 1. */
export const retryAfterSeconds = (usage: Usage, nowMs: number): number =>
  Math.max(1, Math.ceil((usage.resetMs - nowMs) / SECOND_MS));

export const resetUnix = (usage: Usage): number => unixSeconds(usage.resetMs);
