import type { Budget } from '../../../../shared/model/budget.ts';
import type { SeenLimit } from '../../database/queries/ledger/account-state.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

export interface LimitNow {
  readonly value: number;
  /** `chosen`: entered by the user. */
  readonly source: 'documented' | 'chosen' | SeenLimit['source'];
}

/** A reported limit is trusted for this long. */
const FRESH_MS = DAY_MS;

const BUDGET_OF_HEADER: ReadonlyArray<readonly [name: string, budget: Budget]> = [
  ['x-ratelimit-per-minute-limit', 'minute'],
  ['x-ratelimit-daily-limit', 'day'],
  ['x-ratelimit-monthly-limit', 'month-requests'],
  ['x-ratelimit-monthly-pagination-limit', 'page-turns'],
  ['x-ratelimit-daily-company-detail-limit', 'companies-day'],
  ['x-ratelimit-test-key-monthly-limit', 'test-key'],
];

/** Returns the limits in response headers (spec §8). Ignores values that are not positive integers. Pure. */
export function limitsInHeaders(headers: Readonly<Record<string, string>>): Map<Budget, number> {
  const limits = new Map<Budget, number>();
  for (const [name, budget] of BUDGET_OF_HEADER) {
    const text = headers[name]?.trim() ?? '';
    if (/^\d{1,9}$/.test(text) && Number(text) > 0) limits.set(budget, Number(text));
  }
  return limits;
}

/**
 * Returns the limits that the service reported within the last day, or an empty list if they are all the
 * same. Pure.
 */
export function differingLimits(seen: readonly SeenLimit[], nowMs: number): readonly SeenLimit[] {
  const fresh = freshOf(seen, nowMs);
  return new Set(fresh.map(({ value }) => value)).size > 1 ? fresh : [];
}

const freshOf = (seen: readonly SeenLimit[], nowMs: number): readonly SeenLimit[] =>
  seen.filter(({ atMs }) => atMs > nowMs - FRESH_MS);

/**
 * Returns the limit to apply: the lowest limit that the service reported within the last day. If this limit
 * is higher than the previous one, it applies only if `/stats` also reported a limit within the last day.
 * Pure.
 */
export function limitAfter(before: LimitNow, seen: readonly SeenLimit[], nowMs: number): LimitNow {
  const fresh = freshOf(seen, nowMs);
  const lowest = fresh.reduce<LimitNow | null>(
    (least, { value, source }) => (least === null || value < least.value ? { value, source } : least),
    null,
  );
  if (lowest === null) return before;
  const confirmed = fresh.some(({ source }) => source === 'stats');
  return confirmed || lowest.value <= before.value ? lowest : before;
}
