import type { StatsBudget, StatsReading } from '../quota/stats-reading.ts';
import { unixTimeMs } from './decode-date.ts';
import type { Decoded } from './decode-list.ts';
import { asObject, count, field, text } from './decode-values.ts';
import type { JsonObject } from './decode-values.ts';

/** `GET /stats` [§4.12]; null where the answer holds neither limits nor a key. */
export function decodeStats(body: unknown): Decoded<StatsReading> | null {
  const answer = asObject(body);
  if (answer === null || field(answer, 'success') === false) return null;
  const told = asObject(field(answer, 'data')) ?? answer;
  const limits = asObject(field(told, 'rate_limits', 'rateLimits'));
  const key = asObject(field(told, 'api_key', 'apiKey'));
  if (limits === null && key === null) return null;
  const budget = (...names: readonly string[]) => decodeBudget(field(limits ?? {}, ...names));
  return {
    rows: 1,
    value: {
      keyType: keyTypeOf(key),
      keyName: text(field(key ?? {}, 'name'), 200),
      budgets: {
        perMinute: budget('per_minute', 'perMinute'),
        daily: budget('daily'),
        monthly: budget('monthly'),
        monthlyExport: budget('monthly_export', 'monthlyExport'),
        dailyCompanyDetail: budget('daily_company_detail', 'dailyCompanyDetail'),
        monthlyPagination: budget('monthly_pagination', 'monthlyPagination'),
        // Not documented; the names a test key's budget is likely to have, after its header [§8].
        testKeyMonthly: budget('test_key_monthly', 'monthly_test_key', 'test_key', 'testKeyMonthly'),
      },
    },
  };
}

function keyTypeOf(key: JsonObject | null): StatsReading['keyType'] {
  const type = text(field(key ?? {}, 'type'), 40)?.toLowerCase();
  if (type === 'test') return 'test';
  // The dashboard calls a live key "Production" [§5].
  return type === 'live' || type === 'production' ? 'live' : 'unknown';
}

function decodeBudget(value: unknown): StatsBudget | null {
  const told = asObject(value);
  if (told === null) return null;
  return {
    limit: count(field(told, 'limit')),
    used: count(field(told, 'used')),
    remaining: count(field(told, 'remaining')),
    resetsAtMs: unixTimeMs(field(told, 'reset_unix', 'resetUnix')),
  };
}

export interface Health {
  /** Any word; null where none was told. */
  readonly status: string | null;
  readonly version: string | null;
}

/** `GET /health` [§4.1]: any word is a status. */
export function decodeHealth(body: unknown): Decoded<Health> | null {
  const answer = asObject(body);
  if (answer === null || field(answer, 'success') === false) return null;
  const told = ['status', 'version', 'message', 'timestamp'].some(
    (name) => field(answer, name) !== undefined,
  );
  if (!told) return null;
  return {
    rows: 0,
    value: { status: text(field(answer, 'status'), 200), version: text(field(answer, 'version'), 200) },
  };
}
