import { DAY_MS, dayOf, unixSeconds, SECOND_MS } from './calendar.ts';
import { resetUnix, usageOf, LIMITS } from './budgets.ts';
import { charge, dayCount, NO_CHARGE, type Counters } from './counters.ts';
import { COUNTRIES } from './data/countries.ts';
import { INDUSTRIES } from './data/sectors.ts';
import { FIFTH_TAG, TAGS } from './data/tags.ts';
import { TECHNOLOGIES } from './data/technologies.ts';
import { success, type Call, type Outcome } from './outcome.ts';
import { COMPANY_SIZES, STAGES } from './world.ts';

const API_VERSION = '1.0.0';
const USAGE_DAYS = 30;
/** Invented and constant: the specification says only that it is a number. */
const AVERAGE_RESPONSE_TIME_MS = 42.5;

const seconds = (ms: number): number => Math.floor(ms / SECOND_MS);

/** [§4.1] */
export const getHealth = (call: Call): Outcome =>
  success(
    {
      status: 'healthy',
      timestamp: seconds(call.nowMs),
      message: 'Service is running',
      version: API_VERSION,
    },
    { records: call.state.profile.healthCost.records },
  );

/** [§4.11] */
export function getFilters(call: Call): Outcome {
  const { profile } = call.state;
  const data = {
    countries: COUNTRIES.map((country) => country.code),
    industries: INDUSTRIES,
    stages: STAGES,
    company_sizes: COMPANY_SIZES,
    currencies: [...new Set(['USD', ...COUNTRIES.map((country) => country.currency)])],
    tags: profile.hostileData ? [...TAGS, FIFTH_TAG] : TAGS,
    technologyOptions: TECHNOLOGIES.map((technology) => technology.name),
  };
  return success(
    { success: true, data, timestamp: seconds(call.nowMs) },
    { records: profile.filtersCost.records },
  );
}

/** Account-wide usage [§4.12]. */
export function getStats(call: Call): Outcome {
  const { state, nowMs, keyType } = call;
  const { requests, records } = state.profile.statsCost;
  const isCounted = state.profile.statsCountsItself && requests > 0;
  const own = { ...NO_CHARGE, requests, records, exported: records, isTestKey: keyType === 'test' };
  const counters = isCounted ? charge(state.counters, own, nowMs) : state.counters;
  const { successful, failed } = state.counters;
  const limits = Object.entries(usageOf(counters, nowMs)).map(([name, usage]) => [
    name,
    {
      limit: usage.limit,
      used: usage.used,
      remaining: Math.max(0, usage.limit - usage.used),
      reset_unix: resetUnix(usage),
    },
  ]);
  const body = {
    api_key: {
      created_at: seconds(state.keysCreatedAtMs),
      last_used_at: unixSeconds(state.counters.lastUsedAtMs ?? nowMs),
      name: keyType === 'live' ? 'Production key' : 'Test key',
      type: keyType,
    },
    average_response_time: AVERAGE_RESPONSE_TIME_MS,
    daily_usage: dailyUsage(counters, nowMs),
    endpoints_used: state.counters.operations,
    failed_requests: failed,
    successful_requests: successful,
    total_requests: successful + failed,
    user_rate_limit: LIMITS.perMinute,
    rate_limits: Object.fromEntries(limits),
  };
  return success(body, { records });
}

function dailyUsage(counters: Counters, nowMs: number): { date: string; requests: number }[] {
  return Array.from({ length: USAGE_DAYS }, (_, index) => {
    const dayMs = nowMs - (USAGE_DAYS - 1 - index) * DAY_MS;
    return { date: dayOf(dayMs), requests: dayCount(counters, dayMs).requests };
  });
}
