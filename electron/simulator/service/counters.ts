import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS, monthOf } from '../data/calendar.ts';
import { DOCUMENTED_PLAN, type Plan } from './plan.ts';

/** The cost of one request; zero unless it succeeds (spec §7). */
export interface Charge {
  readonly requests: number;
  readonly records: number;
  readonly exported: number;
  readonly pageTurns: number;
  /**
   * The company that the request viewed; null if none. It counts toward the daily budget of distinct
   * companies.
   */
  readonly companyId: string | null;
  readonly isTestKey: boolean;
}

interface DayCount {
  readonly requests: number;
  readonly companyIds: readonly string[];
  readonly testKeyRequests: number;
}
/**
 * A recent charge. A simulator profile can delay the figures in `/stats`; the charge then appears there
 * later.
 */
interface RecentCharge extends MonthCount {
  readonly atMs: number;
  /** The company's id if this is its first charge of the day; otherwise null. */
  readonly newCompanyId: string | null;
}
/** A charge from the last 24 hours. */
export interface DayCharge {
  readonly atMs: number;
  readonly requests: number;
  /** The company's id; null if the company was already charged less than 24 hours before this charge. */
  readonly newCompanyId: string | null;
}
interface MonthCount {
  readonly requests: number;
  readonly records: number;
  readonly exported: number;
  readonly pageTurns: number;
  readonly testKeyRequests: number;
}

/**
 * The usage that the service has counted for the account. The live key and the test key share these counters
 * (spec §8). Immutable.
 */
export interface Counters {
  /** Times of charged requests, for the per-minute limit. */
  readonly minute: readonly number[];
  readonly days: Readonly<Record<string, DayCount>>;
  readonly months: Readonly<Record<string, MonthCount>>;
  readonly successful: number;
  readonly failed: number;
  readonly operations: readonly string[];
  readonly lastUsedAtMs: number | null;
  /** The charges of the last five minutes, oldest first. */
  readonly recent: readonly RecentCharge[];
  /** Times of failed requests in the last hour, oldest first. Failed requests are free. */
  readonly freeFailures: readonly number[];
  /** The charges of the last 24 hours, oldest first, if daily budgets are rolling; otherwise empty. */
  readonly lastDay: readonly DayCharge[];
  readonly plan: Plan;
}

export const NO_COUNTERS: Counters = {
  minute: [],
  days: {},
  months: {},
  successful: 0,
  failed: 0,
  operations: [],
  lastUsedAtMs: null,
  recent: [],
  freeFailures: [],
  lastDay: [],
  plan: DOCUMENTED_PLAN,
};

const NO_DAY: DayCount = { requests: 0, companyIds: [], testKeyRequests: 0 };
const NO_MONTH: MonthCount = { requests: 0, records: 0, exported: 0, pageTurns: 0, testKeyRequests: 0 };
const RETAINED_DAYS = 31;
/**
 * Company ids are stored for this many days. If the simulator's clock is set back, the ids of past days are
 * needed again.
 */
const RETAINED_COMPANY_DAYS = 3;
const RETAINED_MONTHS = 3;
const RECENT_MS = 5 * MINUTE_MS;
/** Number of failures to keep, which is more than any profile's `freeFailuresPerHour`. */
const RETAINED_FAILURES = 1_000;

/** Returns the key in `days` for the day that contains `nowMs`. The plan determines when this day starts. */
const dayKey = ({ plan }: Counters, nowMs: number): string => dayOf(nowMs - plan.shift.dayMs);
const monthKey = ({ plan }: Counters, nowMs: number): string => monthOf(nowMs - plan.shift.monthMs);

/**
 * Returns the counts of the day that contains `nowMs` or, if daily budgets are rolling, of the last 24 hours.
 */
export function dayCount(counters: Counters, nowMs: number): DayCount {
  const day = calendarDay(counters, nowMs);
  if (!counters.plan.isRolling) return day;
  const charges = lastDay(counters, nowMs);
  return {
    requests: charges.reduce((sum, { requests }) => sum + requests, 0),
    companyIds: charges.flatMap(({ newCompanyId }) => newCompanyId ?? []),
    testKeyRequests: day.testKeyRequests,
  };
}

/**
 * Returns the charges within 24 hours of `nowMs`. If the clock was set back, this includes charges whose time
 * is in the future.
 */
export const lastDay = (counters: Counters, nowMs: number): DayCharge[] =>
  counters.lastDay.filter(({ atMs }) => Math.abs(nowMs - atMs) < DAY_MS);

export const calendarDay = (counters: Counters, nowMs: number): DayCount =>
  counters.days[dayKey(counters, nowMs)] ?? NO_DAY;
export const monthCount = (counters: Counters, nowMs: number): MonthCount =>
  counters.months[monthKey(counters, nowMs)] ?? NO_MONTH;

/** Returns the times of charged requests within 60 s of `nowMs`, oldest first. */
export const minuteLog = (counters: Counters, nowMs: number): number[] =>
  // If the clock was set back, some times are in the future. Times less than 60 s ahead still count. Later
  // times must not count, because they would block requests for hours.
  counters.minute.filter((atMs) => Math.abs(nowMs - atMs) < MINUTE_MS).sort((a, b) => a - b);

export const NO_CHARGE: Charge = {
  requests: 0,
  records: 0,
  exported: 0,
  pageTurns: 0,
  companyId: null,
  isTestKey: false,
};

/** Returns the counters after a charge. */
export function charge(counters: Counters, cost: Charge, nowMs: number): Counters {
  const day = calendarDay(counters, nowMs);
  const month = monthCount(counters, nowMs);
  const isNew = cost.companyId !== null && !dayCount(counters, nowMs).companyIds.includes(cost.companyId);
  const testKeyRequests = cost.isTestKey ? cost.requests : 0;
  const { requests, records, exported, pageTurns } = cost;
  const arrivals = Array.from({ length: Math.min(cost.requests, 1_000) }, () => nowMs);
  return {
    ...counters,
    minute: [...minuteLog(counters, nowMs), ...arrivals],
    days: newestDays({
      ...counters.days,
      [dayKey(counters, nowMs)]: {
        requests: day.requests + requests,
        companyIds: isNew && cost.companyId !== null ? [...day.companyIds, cost.companyId] : day.companyIds,
        testKeyRequests: day.testKeyRequests + testKeyRequests,
      },
    }),
    months: newestEntries(RETAINED_MONTHS, {
      ...counters.months,
      [monthKey(counters, nowMs)]: {
        requests: month.requests + requests,
        records: month.records + records,
        exported: month.exported + exported,
        pageTurns: month.pageTurns + pageTurns,
        testKeyRequests: month.testKeyRequests + testKeyRequests,
      },
    }),
    lastDay: counters.plan.isRolling
      ? [
          ...lastDay(counters, nowMs),
          { atMs: nowMs, requests: cost.requests, newCompanyId: isNew ? cost.companyId : null },
        ]
      : [],
    recent: [
      ...counters.recent.filter(({ atMs }) => Math.abs(nowMs - atMs) < RECENT_MS),
      {
        atMs: nowMs,
        requests,
        records,
        exported,
        pageTurns,
        testKeyRequests,
        newCompanyId: isNew ? cost.companyId : null,
      },
    ],
  };
}

/** Returns the counters without the charges of the last `lagMs` ms, which must be at most five minutes. */
export function withoutRecentCharges(counters: Counters, nowMs: number, lagMs: number): Counters {
  if (lagMs <= 0) return counters;
  const sinceMs = nowMs - lagMs;
  const newCharges = counters.recent.filter(({ atMs }) => atMs > sinceMs && atMs <= nowMs);
  const days = { ...counters.days };
  const months = { ...counters.months };
  for (const { atMs, newCompanyId, ...cost } of newCharges) {
    const present = { ...counters, days, months };
    const day = calendarDay(present, atMs);
    days[dayKey(counters, atMs)] = {
      requests: day.requests - cost.requests,
      companyIds: day.companyIds.filter((id) => id !== newCompanyId),
      testKeyRequests: day.testKeyRequests - cost.testKeyRequests,
    };
    const month = monthCount(present, atMs);
    months[monthKey(counters, atMs)] = {
      requests: month.requests - cost.requests,
      records: month.records - cost.records,
      exported: month.exported - cost.exported,
      pageTurns: month.pageTurns - cost.pageTurns,
      testKeyRequests: month.testKeyRequests - cost.testKeyRequests,
    };
  }
  const isOld = ({ atMs }: { readonly atMs: number }): boolean => atMs <= sinceMs;
  return {
    ...counters,
    days,
    months,
    minute: counters.minute.filter((atMs) => atMs <= sinceMs),
    lastDay: counters.lastDay.filter(isOld),
  };
}

/** Counts a response toward the totals in /stats, whatever its status. */
export function countResponse(
  counters: Counters,
  operation: string | null,
  isSuccess: boolean,
  nowMs: number,
): Counters {
  const isKnown = operation === null || counters.operations.includes(operation);
  return {
    ...counters,
    successful: counters.successful + (isSuccess ? 1 : 0),
    failed: counters.failed + (isSuccess ? 0 : 1),
    operations: isKnown ? counters.operations : [...counters.operations, operation],
    lastUsedAtMs: nowMs,
  };
}

/**
 * Returns the times of the failed requests within an hour of `nowMs`, oldest first. Failed requests are free.
 */
export const freeFailures = (counters: Counters, nowMs: number): number[] =>
  counters.freeFailures.filter((atMs) => Math.abs(nowMs - atMs) < HOUR_MS);

/** Records a request that was free because it failed. */
export const recordFreeFailure = (counters: Counters, nowMs: number): Counters => ({
  ...counters,
  freeFailures: [...freeFailures(counters, nowMs), nowMs].slice(-RETAINED_FAILURES),
});

const newestEntries = <T>(count: number, counts: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(counts)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(-count),
  );

function newestDays(days: Readonly<Record<string, DayCount>>): Record<string, DayCount> {
  const retained = Object.entries(newestEntries(RETAINED_DAYS, days));
  return Object.fromEntries(
    retained.map(([day, count], index) =>
      index < retained.length - RETAINED_COMPANY_DAYS ? [day, { ...count, companyIds: [] }] : [day, count],
    ),
  );
}
