import type { Budget } from '../../../shared/model/budget.ts';
import { WINDOW_OF, windowEndMs } from './policy/windows.ts';

export interface RefusalResponse {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A parsed 429 (spec §7, §8). Counts are null if the response did not include them. */
export interface Refusal {
  /** Null if the limit type is not a documented one. */
  readonly budget: Budget | null;
  readonly limit: number | null;
  readonly used: number | null;
  /** Server time until which no request of this kind is sent, Unix ms. */
  readonly untilMs: number;
  /** The body or a header named a retry time. */
  readonly namesTime: boolean;
  /** Body and header name different limits; the body takes precedence. */
  readonly disagrees: boolean;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** A longer wait for the minute limit is not trusted, ms. */
const LONGEST_MINUTE_MS = 3_600_000;
/** Larger Unix times are in milliseconds; in seconds this is the year 5138. */
const SECONDS_MAX = 1e11;

const BUDGET_OF_TYPE: ReadonlyMap<string, Budget> = new Map([
  ['per_minute', 'minute'],
  ['daily', 'day'],
  ['monthly', 'month-requests'],
  ['monthly_export', 'export'],
  ['monthly_pagination', 'page-turns'],
  ['daily_company_detail', 'companies-day'],
  // Undocumented but plausible names of the test key's limit.
  ['test_key', 'test-key'],
  ['test_key_monthly', 'test-key'],
]);

/** Parses a 429 from the body, then the headers, then the documented reset. Pure; never throws. */
export function readRefusal({ headers, body }: RefusalResponse, serverNowMs: number): Refusal {
  const fields = refusalFields(body);
  const bodyType = textOf(fields?.['limit_type']);
  const headerType = textOf(headers['x-ratelimit-limit-type']);
  const budget = BUDGET_OF_TYPE.get(bodyType ?? headerType ?? '') ?? null;
  const askedMs = secondsOf(fields?.['retry_after']) ?? retryAfterHeader(headers['retry-after'], serverNowMs);
  return {
    budget,
    limit: countOf(fields?.['limit']) ?? countOf(headers['x-ratelimit-limit']),
    used: countOf(fields?.['used']) ?? countOf(headers['x-ratelimit-used']),
    untilMs: Math.round(
      closedUntil(budget, serverNowMs, {
        retryAfterMs: askedMs,
        resetMs: unixMs(fields?.['reset'] ?? fields?.['reset_unix']) ?? unixMs(headers['x-ratelimit-reset']),
      }),
    ),
    namesTime: askedMs !== null,
    disagrees: bodyType !== null && headerType !== null && bodyType !== headerType,
  };
}

interface Hints {
  readonly retryAfterMs: number | null;
  readonly resetMs: number | null;
}

function closedUntil(budget: Budget | null, nowMs: number, { retryAfterMs, resetMs }: Hints): number {
  if (budget === null) return nowMs + MINUTE_MS;
  if (resetMs !== null && resetMs <= nowMs) return nowMs + MINUTE_MS;
  if (budget === 'minute') {
    const latestMs = Math.min(resetMs ?? Infinity, nowMs + LONGEST_MINUTE_MS);
    const askedMs = nowMs + (retryAfterMs ?? (resetMs === null ? MINUTE_MS : resetMs - nowMs));
    return Math.max(nowMs + SECOND_MS, Math.min(askedMs, latestMs));
  }
  // A short `Retry-After` on a daily or monthly limit does not reopen it before its reset.
  const endMs = windowEndMs(WINDOW_OF[budget], nowMs);
  return resetMs === null ? endMs : Math.max(nowMs + SECOND_MS, Math.min(resetMs, endMs));
}

/** The object that describes the limit: the body itself or its `rate_limit`. */
function refusalFields(body: unknown): Readonly<Record<string, unknown>> | null {
  if (!isRecord(body)) return null;
  const nested = body['rate_limit'];
  return isRecord(nested) ? { ...body, ...nested } : body;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : null;

/** Accepts decimal digits only; `Number` would also accept "", "0x10" and "1e3". */
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

/** Unix time in ms, from seconds or milliseconds; null for anything else. */
export function unixMs(value: unknown): number | null {
  const at = numberOf(value);
  if (at === null || at <= 0) return null;
  return at < SECONDS_MAX ? at * SECOND_MS : at;
}

/** Wait requested by the response, ms; null if none. May be negative. */
export const retryAfterMs = (headers: Readonly<Record<string, string>>, serverNowMs: number): number | null =>
  retryAfterHeader(headers['retry-after'], serverNowMs);

/** Seconds or an HTTP-date (RFC 9110, section 10.2.3). */
function retryAfterHeader(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  const seconds = secondsOf(value);
  if (seconds !== null) return seconds;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? null : atMs - nowMs;
}
