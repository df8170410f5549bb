import type { Budget } from '../../../../shared/model/budget.ts';

/** Budgets with fixed calendar windows; the rolling minute is handled separately. */
export type CountedBudget = Exclude<Budget, 'minute'>;
export type WindowKind = 'day' | 'month';

/** An interval of server time, in milliseconds since the epoch. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const DAY_MS = 86_400_000;

/**
 * The period after which each budget resets (spec §8). The spec does not state a period for the test key's
 * limit, so a calendar month is assumed.
 */
export const WINDOW_OF: Readonly<Record<CountedBudget, WindowKind>> = {
  day: 'day',
  'month-requests': 'month',
  'month-records': 'month',
  'companies-day': 'day',
  'page-turns': 'month',
  export: 'month',
  'test-key': 'month',
};
export const COUNTED_BUDGETS: readonly CountedBudget[] = [
  'day',
  'month-requests',
  'month-records',
  'companies-day',
  'page-turns',
  'export',
  'test-key',
];

/**
 * Returns the start of the window that contains `atMs`: midnight UTC, or midnight UTC on the 1st of the
 * month.
 */
export function windowStartMs(kind: WindowKind, atMs: number): number {
  if (kind === 'day') return Math.floor(atMs / DAY_MS) * DAY_MS;
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

/** Returns the time of the first reset after `atMs`. */
export function windowEndMs(kind: WindowKind, atMs: number): number {
  if (kind === 'day') return windowStartMs('day', atMs) + DAY_MS;
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

/**
 * Returns the starts of all windows that the span touches, oldest first. A request that lasts across a reset
 * counts in both windows.
 */
export function windowStartsIn(kind: WindowKind, { fromMs, toMs }: Span): number[] {
  const starts: number[] = [];
  for (let startMs = windowStartMs(kind, fromMs); startMs <= toMs; startMs = windowEndMs(kind, startMs))
    starts.push(startMs);
  return starts;
}
