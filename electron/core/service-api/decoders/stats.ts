import type { Decoded, StatsAccount, StatsBudget, StatsDay, StatsReading } from './decoded-types.ts';
import { decodeDate, unixTimeMs } from './date.ts';
import { asObject, count, field, listOf, number, text, textList } from './values.ts';
import type { JsonObject } from './values.ts';

/** Maximum number of days and operation names that are read from a response. */
const DAYS_MAX = 400;
const ENDPOINTS_MAX = 50;
const ENDPOINT_LENGTH_MAX = 60;

/** Decodes `GET /stats` (spec §4.12). Null if the response has neither limits nor a key. */
export function decodeStats(body: unknown): Decoded<StatsReading> | null {
  const answer = asObject(body);
  if (answer === null || field(answer, 'success') === false) return null;
  const fields = asObject(field(answer, 'data')) ?? answer;
  const limits = asObject(field(fields, 'rate_limits', 'rateLimits'));
  const key = asObject(field(fields, 'api_key', 'apiKey'));
  if (limits === null && key === null) return null;
  const budget = (...names: readonly string[]) => decodeBudget(field(limits ?? {}, ...names));
  return {
    rows: 1,
    value: {
      keyType: keyTypeFrom(key),
      keyName: text(field(key ?? {}, 'name'), 200),
      budgets: {
        perMinute: budget('per_minute', 'perMinute'),
        daily: budget('daily'),
        monthly: budget('monthly'),
        monthlyExport: budget('monthly_export', 'monthlyExport'),
        dailyCompanyDetail: budget('daily_company_detail', 'dailyCompanyDetail'),
        monthlyPagination: budget('monthly_pagination', 'monthlyPagination'),
        // The specification documents this budget's response header, but not its name in `/stats` (spec §8).
        // These names are guesses.
        testKeyMonthly: budget('test_key_monthly', 'monthly_test_key', 'test_key', 'testKeyMonthly'),
      },
      account: accountFrom(fields, key ?? {}),
    },
  };
}

function keyTypeFrom(key: JsonObject | null): StatsReading['keyType'] {
  const type = text(field(key ?? {}, 'type'), 40)?.toLowerCase();
  if (type === 'test') return 'test';
  // The dashboard calls a live key "Production" (spec §5).
  return type === 'live' || type === 'production' ? 'live' : 'unknown';
}

function accountFrom(fields: JsonObject, key: JsonObject): StatsAccount {
  const average = number(field(fields, 'average_response_time', 'averageResponseTime'));
  return {
    keyCreatedAtMs: unixTimeMs(field(key, 'created_at', 'createdAt')),
    keyLastUsedAtMs: unixTimeMs(field(key, 'last_used_at', 'lastUsedAt')),
    successful: count(field(fields, 'successful_requests', 'successfulRequests')),
    failed: count(field(fields, 'failed_requests', 'failedRequests')),
    total: count(field(fields, 'total_requests', 'totalRequests')),
    averageResponseTime: average === null || average < 0 || average > 1e9 ? null : average,
    userRateLimit: count(field(fields, 'user_rate_limit', 'userRateLimit')),
    endpoints: textList(field(fields, 'endpoints_used', 'endpointsUsed'), {
      items: ENDPOINTS_MAX,
      length: ENDPOINT_LENGTH_MAX,
    }),
    days: daysFrom(field(fields, 'daily_usage', 'dailyUsage')),
  };
}

/** Decodes the daily usage. If a day occurs twice, the higher number counts. */
function daysFrom(value: unknown): readonly StatsDay[] {
  const days = new Map<number, number>();
  const entries = listOf(value, DAYS_MAX, (entry) => {
    const { on } = decodeDate(field(entry, 'date', 'day'));
    const requests = count(field(entry, 'requests', 'count'));
    return on === null || requests === null ? null : { startMs: Date.parse(on), requests };
  });
  for (const { startMs, requests } of entries ?? [])
    days.set(startMs, Math.max(requests, days.get(startMs) ?? 0));
  return [...days]
    .map(([startMs, requests]) => ({ startMs, requests }))
    .sort((a, b) => a.startMs - b.startMs);
}

function decodeBudget(value: unknown): StatsBudget | null {
  const fields = asObject(value);
  if (fields === null) return null;
  return {
    limit: count(field(fields, 'limit')),
    used: count(field(fields, 'used')),
    remaining: count(field(fields, 'remaining')),
    resetsAtMs: unixTimeMs(field(fields, 'reset_unix', 'resetUnix')),
  };
}

export interface Health {
  readonly status: string | null;
  readonly version: string | null;
}

/** Decodes `GET /health` (spec §4.1). Null if the response has none of the documented fields. */
export function decodeHealth(body: unknown): Decoded<Health> | null {
  const answer = asObject(body);
  if (answer === null || field(answer, 'success') === false) return null;
  const fields = ['status', 'version', 'message', 'timestamp'].some(
    (name) => field(answer, name) !== undefined,
  );
  if (!fields) return null;
  return {
    rows: 0,
    value: { status: text(field(answer, 'status'), 200), version: text(field(answer, 'version'), 200) },
  };
}
