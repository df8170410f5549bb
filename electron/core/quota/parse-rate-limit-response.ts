import type { Budget } from '../../../shared/model/budget.ts';
import { isPlausibleReset, type CountedBudget, type Windows } from './policy/windows.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/durations.ts';

export interface RefusalResponse {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A parsed 429 response (spec §7, §8). `limit` and `used` are null if the response did not include them. */
export interface Refusal {
  /** The budget that the response is about; null if its limit type is unknown. */
  readonly budget: Budget | null;
  readonly limit: number | null;
  readonly used: number | null;
  /** The time at which the budget reopens, in server time (milliseconds since the epoch). */
  readonly untilMs: number;
  /** The budget's next reset, if the response contains a plausible one; otherwise null. */
  readonly resetMs: number | null;
  /** Whether the body or a header specifies when to retry. */
  readonly namesTime: boolean;
  /**
   * Whether the body and the header name different limit types. If so, `budget` is the budget that the body
   * names.
   */
  readonly disagrees: boolean;
}

/** Maximum time for which the minute budget is closed, even if the service requests a longer wait. */
const LONGEST_MINUTE_MS = HOUR_MS;
/** A Unix time above this value must be in milliseconds; in seconds, the value would be in the year 5138. */
const SECONDS_MAX = 1e11;

const BUDGET_OF_TYPE: ReadonlyMap<string, Budget> = new Map([
  ['per_minute', 'minute'],
  ['daily', 'day'],
  ['monthly', 'month-requests'],
  ['monthly_export', 'export'],
  ['monthly_pagination', 'page-turns'],
  ['daily_company_detail', 'companies-day'],
  // Undocumented but plausible limit types of a test key.
  ['test_key', 'test-key'],
  ['test_key_monthly', 'test-key'],
]);

/**
 * Parses a 429 response. Each value is taken from the body or, if it is missing there, from the headers. If
 * the response contains no reset time, the next reset in `windows` is used. Pure; never throws.
 */
export function readRefusal(
  { headers, body }: RefusalResponse,
  serverNowMs: number,
  windows: Windows,
): Refusal {
  const fields = refusalFields(body);
  const bodyType = textOf(fields?.['limit_type']);
  const headerType = textOf(headers['x-ratelimit-limit-type']);
  const budget = BUDGET_OF_TYPE.get(bodyType ?? headerType ?? '') ?? null;
  const requestedMs =
    bodyWait(fields?.['retry_after'], budget) ?? retryAfterHeader(headers['retry-after'], serverNowMs);
  const hints: Hints = {
    retryAfterMs: requestedMs,
    resetMs: unixMs(fields?.['reset'] ?? fields?.['reset_unix']) ?? unixMs(headers['x-ratelimit-reset']),
  };
  return {
    budget,
    limit: countOf(fields?.['limit']) ?? countOf(headers['x-ratelimit-limit']),
    used: countOf(fields?.['used']) ?? countOf(headers['x-ratelimit-used']),
    untilMs: Math.round(closedUntil(budget, serverNowMs, hints, windows)),
    resetMs: budget === null || budget === 'minute' ? null : namedReset(budget, hints, serverNowMs),
    namesTime: requestedMs !== null,
    disagrees: bodyType !== null && headerType !== null && bodyType !== headerType,
  };
}

interface Hints {
  readonly retryAfterMs: number | null;
  readonly resetMs: number | null;
}

function closedUntil(budget: Budget | null, nowMs: number, hints: Hints, windows: Windows): number {
  const { retryAfterMs, resetMs } = hints;
  if (budget === null) return nowMs + MINUTE_MS;
  if (resetMs !== null && resetMs <= nowMs) return nowMs + MINUTE_MS;
  if (budget === 'minute') {
    const latestMs = Math.min(resetMs ?? Infinity, nowMs + LONGEST_MINUTE_MS);
    const requestedMs = nowMs + (retryAfterMs ?? (resetMs === null ? MINUTE_MS : resetMs - nowMs));
    return Math.max(nowMs + SECOND_MS, Math.min(requestedMs, latestMs));
  }
  return Math.max(nowMs + SECOND_MS, namedReset(budget, hints, nowMs) ?? windows.endMs(budget, nowMs));
}

/**
 * Returns the next reset. This is the reset time in the response or, without one, the end of the requested
 * wait. A wait of a minute or less is ignored, because some services request one in every 429. Returns null
 * if the response has neither a reset time nor a wait, or if the result is implausible.
 */
function namedReset(budget: CountedBudget, { retryAfterMs, resetMs }: Hints, nowMs: number): number | null {
  const waitMs = retryAfterMs !== null && retryAfterMs > MINUTE_MS ? retryAfterMs : null;
  const named = resetMs ?? (waitMs === null ? null : nowMs + waitMs);
  return named !== null && isPlausibleReset(budget, named, nowMs) ? named : null;
}

/** Returns the fields in the body, including those in its `rate_limit` object, if any. */
function refusalFields(body: unknown): Readonly<Record<string, unknown>> | null {
  if (!isRecord(body)) return null;
  const nested = body['rate_limit'];
  return isRecord(nested) ? { ...body, ...nested } : body;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : null;

/** Accepts only numbers and decimal strings, because `Number` would also accept "", "0x10" and "1e3". */
const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null;
};

function countOf(value: unknown): number | null {
  const count = numberOf(value);
  return count !== null && Number.isInteger(count) && count >= 0 && count <= 1e9 ? count : null;
}

function secondsOf(value: unknown): number | null {
  const seconds = numberOf(value);
  return seconds === null ? null : seconds * SECOND_MS;
}

/**
 * Returns the wait requested in the body, in milliseconds. The documented unit is seconds (spec §7). If that
 * unit would give more than an hour for the minute budget, the value is assumed to be in milliseconds.
 */
function bodyWait(value: unknown, budget: Budget | null): number | null {
  const waitMs = secondsOf(value);
  const isInMs = budget === 'minute' && waitMs !== null && waitMs > LONGEST_MINUTE_MS;
  return isInMs ? waitMs / SECOND_MS : waitMs;
}

/** Converts a Unix time in seconds or milliseconds to milliseconds. Returns null for anything else. */
function unixMs(value: unknown): number | null {
  const at = numberOf(value);
  if (at === null || at <= 0) return null;
  return at < SECONDS_MAX ? at * SECOND_MS : at;
}

/**
 * Returns the wait requested by the `Retry-After` header, in milliseconds; null if the header is missing or
 * unreadable. The wait is negative if the header contains a time in the past.
 */
export const retryAfterMs = (headers: Readonly<Record<string, string>>, serverNowMs: number): number | null =>
  retryAfterHeader(headers['retry-after'], serverNowMs);

/** Parses `Retry-After`, which is a number of seconds or an HTTP date (RFC 9110, section 10.2.3). */
function retryAfterHeader(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  const seconds = secondsOf(value);
  if (seconds !== null) return seconds;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? null : atMs - nowMs;
}
