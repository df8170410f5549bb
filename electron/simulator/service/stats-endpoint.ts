import { resetUnix, testKeyUsage, usageOf, type Usage } from './budgets.ts';
import { DAY_MS, dayOf, SECOND_MS, unixSeconds } from '../data/calendar.ts';
import {
  charge,
  calendarDay,
  monthCount,
  NO_CHARGE,
  withoutRecentCharges,
  type Counters,
} from './counters.ts';
import { success, type Call, type Outcome } from './outcome.ts';
import type { Profile } from '../profile/profile-options.ts';
import { createRowWriter } from './rows.ts';

const USAGE_DAYS = 30;
/** An invented value; the specification requires only a number. */
const AVERAGE_RESPONSE_TIME_MS = 42.5;

/** Returns the account's usage (spec §4.12). */
export function getStats(call: Call): Outcome {
  const { state, nowMs, keyType } = call;
  const { profile } = state;
  const { successful, failed } = state.counters;
  const counters = reportedCounters(call);
  const writer = createRowWriter(profile);
  const limits = Object.entries(reportedUsage(counters, profile, nowMs)).map(([name, usage]) => [
    name,
    writer.finish(describeUsage(usage, profile), 'rate limit', name),
  ]);
  const body = {
    api_key: {
      created_at: Math.floor(state.keysCreatedAtMs / SECOND_MS),
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
    user_rate_limit: profile.userRateLimit,
    rate_limits: Object.fromEntries(limits),
  };
  return success(writer.finish(body, 'stats'), { records: profile.statsCost.records });
}

/**
 * Returns the counters without the charges of the last `statsLagMs` milliseconds. If the profile counts
 * /stats requests, adds the charge of the current request.
 */
function reportedCounters({ state, nowMs, keyType }: Call): Counters {
  const { statsCost, statsCountsItself, statsLagMs } = state.profile;
  const counters = withoutRecentCharges(state.counters, nowMs, statsLagMs);
  if (!statsCountsItself || statsCost.requests === 0) return counters;
  const { requests, records } = statsCost;
  const own = { ...NO_CHARGE, requests, records, exported: records, isTestKey: keyType === 'test' };
  return charge(counters, own, nowMs);
}

function reportedUsage(counters: Counters, profile: Profile, nowMs: number): Record<string, Usage> {
  const documented = usageOf(counters, nowMs);
  if (profile.statsKeys === 'documented') return documented;
  if (profile.statsKeys === 'missing') {
    const { per_minute, daily, monthly, daily_company_detail } = documented;
    return { per_minute, daily, monthly, daily_company_detail };
  }
  const { records } = monthCount(counters, nowMs);
  return {
    ...documented,
    test_key_monthly: testKeyUsage(counters, profile, nowMs),
    monthly_records: {
      limit: counters.plan.limits.monthlyRecords,
      used: records,
      resetMs: documented.monthly.resetMs,
    },
  };
}

/** Describes a budget. With some profiles, `remaining` is inconsistent or null. */
function describeUsage(usage: Usage, { statsFigures }: Profile): Record<string, unknown> {
  const { limit, used } = usage;
  const left = Math.max(0, limit - used);
  const remaining = { consistent: left, inconsistent: limit, nulls: null }[statsFigures];
  return { limit, used, remaining, reset_unix: statsFigures === 'nulls' ? null : resetUnix(usage) };
}

function dailyUsage(counters: Counters, nowMs: number): { date: string; requests: number }[] {
  return Array.from({ length: USAGE_DAYS }, (_, index) => {
    const dayMs = nowMs - (USAGE_DAYS - 1 - index) * DAY_MS;
    return { date: dayOf(dayMs), requests: calendarDay(counters, dayMs).requests };
  });
}
