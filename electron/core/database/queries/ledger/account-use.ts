import { costSchema, type Cost } from '../../../../../shared/model/budget.ts';
import { all, get, num, numOrNull, run, textOrNull, type ReadDb, type WriteDb } from '../../sql.ts';

/* The account's usage as reported by `/stats`, and the user's settings for watching it. */

/**
 * Facts about the API key and its requests, taken from a `/stats` reading. A field is null if the reading did
 * not contain it.
 */
interface AccountFigures {
  readonly keyCreatedAtMs: number | null;
  readonly keyLastUsedAtMs: number | null;
  readonly successful: number | null;
  readonly failed: number | null;
  readonly total: number | null;
  readonly averageResponseTime: number | null;
  readonly userRateLimit: number | null;
  readonly endpoints: readonly string[] | null;
}

interface AccountReading extends AccountFigures {
  readonly atMs: number;
  readonly keyType: string | null;
  readonly keyName: string | null;
}

export function saveAccountFigures(db: WriteDb, readingId: number, figures: AccountFigures): void {
  const { keyCreatedAtMs, keyLastUsedAtMs, successful, failed, total } = figures;
  const { averageResponseTime, userRateLimit, endpoints } = figures;
  run(
    db,
    `UPDATE reading SET key_created_at_ms = :keyCreatedAtMs, key_last_used_at_ms = :keyLastUsedAtMs,
       successful = :successful, failed = :failed, total = :total,
       average_response_time = :averageResponseTime, user_rate_limit = :userRateLimit, endpoints = :endpoints
     WHERE id = :readingId`,
    {
      readingId,
      keyCreatedAtMs,
      keyLastUsedAtMs,
      successful,
      failed,
      total,
      averageResponseTime,
      userRateLimit,
      endpoints: endpoints === null ? null : JSON.stringify(endpoints),
    },
  );
}

/** Returns the account's newest `/stats` reading; null if there is none. */
export function newestAccountReading(db: ReadDb, epoch: number): AccountReading | null {
  const row = get(
    db,
    `SELECT at_ms, key_type, key_name, key_created_at_ms, key_last_used_at_ms, successful, failed, total,
       average_response_time, user_rate_limit, endpoints
     FROM reading WHERE epoch = :epoch ORDER BY at_ms DESC LIMIT 1`,
    { epoch },
  );
  if (row === null) return null;
  return {
    atMs: num(row, 'at_ms'),
    keyType: textOrNull(row, 'key_type'),
    keyName: textOrNull(row, 'key_name'),
    keyCreatedAtMs: numOrNull(row, 'key_created_at_ms'),
    keyLastUsedAtMs: numOrNull(row, 'key_last_used_at_ms'),
    successful: numOrNull(row, 'successful'),
    failed: numOrNull(row, 'failed'),
    total: numOrNull(row, 'total'),
    averageResponseTime: numOrNull(row, 'average_response_time'),
    userRateLimit: numOrNull(row, 'user_rate_limit'),
    endpoints: namesIn(textOrNull(row, 'endpoints')),
  };
}

function namesIn(json: string | null): readonly string[] | null {
  const names: unknown = json === null ? null : JSON.parse(json);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : null;
}

/** The account's requests on one UTC day. */
export interface AccountDay {
  readonly dayMs: number;
  /** Requests by the whole account, as reported by the service. */
  readonly requests: number;
  /** The number of requests that this app had sent that day when the service reported `requests`. */
  readonly own: number;
}

/** Stores a day's report, replacing any earlier one. */
export function saveAccountDay(db: WriteDb, epoch: number, day: AccountDay): void {
  run(
    db,
    `INSERT INTO account_day (epoch, day_ms, requests, own) VALUES (:epoch, :dayMs, :requests, :own)
     ON CONFLICT (epoch, day_ms) DO UPDATE SET requests = excluded.requests, own = excluded.own`,
    { epoch, ...day },
  );
}

/** Returns the reported days since `sinceMs`, oldest first. */
export const accountDaysSince = (db: ReadDb, epoch: number, sinceMs: number): AccountDay[] =>
  all(
    db,
    `SELECT day_ms, requests, own FROM account_day WHERE epoch = :epoch AND day_ms >= :sinceMs
     ORDER BY day_ms`,
    { epoch, sinceMs },
  ).map((row) => ({ dayMs: num(row, 'day_ms'), requests: num(row, 'requests'), own: num(row, 'own') }));

/** The user's settings for monitoring how the account is used. */
export interface AccountWatch {
  /**
   * The user's permission to request `/stats` once a day. It contains the account and the price to which the
   * user agreed. Null if the user has not given permission.
   */
  readonly daily: { readonly epoch: number; readonly accepted: Cost } | null;
  /** The user is alerted if other clients make more requests than this on one day. */
  readonly alertAbove: number;
}

const ALERT_ABOVE = 50;

export function accountWatch(db: ReadDb): AccountWatch {
  const row = get(db, 'SELECT daily_epoch, daily_accepted, alert_above FROM account_watch WHERE id = 1');
  if (row === null) return { daily: null, alertAbove: ALERT_ABOVE };
  const epoch = numOrNull(row, 'daily_epoch');
  const json = textOrNull(row, 'daily_accepted');
  const accepted = json === null ? undefined : costSchema.safeParse(JSON.parse(json)).data;
  return {
    daily: epoch === null || accepted === undefined ? null : { epoch, accepted },
    alertAbove: num(row, 'alert_above'),
  };
}

export function saveAccountWatch(db: WriteDb, { daily, alertAbove }: AccountWatch): void {
  run(
    db,
    `INSERT INTO account_watch (id, daily_epoch, daily_accepted, alert_above)
     VALUES (1, :epoch, :accepted, :alertAbove)
     ON CONFLICT (id) DO UPDATE SET daily_epoch = excluded.daily_epoch,
       daily_accepted = excluded.daily_accepted, alert_above = excluded.alert_above`,
    {
      epoch: daily?.epoch ?? null,
      accepted: daily === null ? null : JSON.stringify(daily.accepted),
      alertAbove,
    },
  );
}
