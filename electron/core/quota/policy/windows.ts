import type { Budget } from '../../../../shared/model/budget.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/durations.ts';

/** Budgets that are counted by day or month; the rolling minute is handled separately. */
export type CountedBudget = Exclude<Budget, 'minute'>;
type WindowKind = 'day' | 'month';

/** An interval of server time, in milliseconds since the epoch. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The period after which each budget resets (spec §8). The spec does not state the period for the test key's
 * limit; a calendar month is assumed.
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

/** Returns the start of the UTC day or month that contains `atMs`. */
export function windowStartMs(kind: WindowKind, atMs: number): number {
  if (kind === 'day') return Math.floor(atMs / DAY_MS) * DAY_MS;
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

/** Returns the first reset after `atMs`. */
export function windowEndMs(kind: WindowKind, atMs: number): number {
  if (kind === 'day') return windowStartMs('day', atMs) + DAY_MS;
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

/** The windows of each budget, in server time. */
export interface Windows {
  /** Returns whether the budget always covers the last 24 hours instead of a day with a fixed start. */
  isRolling(budget: CountedBudget): boolean;
  /**
   * Returns the start of the window that contains `atMs`. For a rolling budget, this is the window that ends
   * at `atMs`.
   */
  startMs(budget: CountedBudget, atMs: number): number;
  /**
   * Returns the time of the first reset after `atMs`. For a rolling window, this is the time at which usage
   * at `atMs` stops counting.
   */
  endMs(budget: CountedBudget, atMs: number): number;
  /**
   * Returns the starts of all windows that the span touches, oldest first. A request whose span contains a
   * reset therefore counts in both windows. If a span is longer than 40 days, only the windows at its two
   * ends are returned. Empty for a rolling window, which has no counters.
   */
  startsIn(budget: CountedBudget, span: Span): number[];
}

/** The reset times reported by the service, by budget. A budget without an entry resets by the calendar. */
type NamedResets = ReadonlyMap<CountedBudget, number>;

/**
 * Returns the windows of an account. A reset that the service reported is assumed to repeat every day at the
 * same time or, for a monthly budget, every month on the same day. The budgets in `rolling` cover the last 24
 * hours. Pure.
 */
export function createWindows(named: NamedResets, rolling: ReadonlySet<CountedBudget> = new Set()): Windows {
  const startMs = (budget: CountedBudget, atMs: number): number => {
    if (rolling.has(budget)) return atMs - DAY_MS;
    const resetMs = named.get(budget);
    return resetMs === undefined
      ? windowStartMs(WINDOW_OF[budget], atMs)
      : latestReset(WINDOW_OF[budget], resetMs, atMs);
  };
  const endMs = (budget: CountedBudget, atMs: number): number => {
    if (rolling.has(budget)) return atMs + DAY_MS;
    const resetMs = named.get(budget);
    return resetMs === undefined
      ? windowEndMs(WINDOW_OF[budget], atMs)
      : nextReset(WINDOW_OF[budget], resetMs, atMs);
  };
  return {
    isRolling: (budget) => rolling.has(budget),
    startMs,
    endMs,
    startsIn: (budget, span) => {
      if (rolling.has(budget)) return [];
      const starts = new Set<number>();
      for (const { fromMs, toMs } of countedParts(span))
        for (let start = startMs(budget, fromMs); start <= toMs; start = endMs(budget, start))
          starts.add(start);
      return [...starts];
    },
  };
}

/**
 * Maximum plausible length of a span. If a span is longer, one of the two dates at its ends must be wrong.
 */
const LONGEST_SPAN_MS = 40 * DAY_MS;
/**
 * If a span is longer than `LONGEST_SPAN_MS`, a request counts only in the span's first and last `END_MS`
 * milliseconds. This duration exceeds the error of either date plus the duration of a request.
 */
const END_MS = 3 * HOUR_MS;

/**
 * Returns the parts of a span in which a request counts. If the span is very long, returns only its two ends.
 * A hostile response may contain a date that is centuries away. The whole span would then cover thousands of
 * windows.
 */
const countedParts = ({ fromMs, toMs }: Span): Span[] =>
  toMs - fromMs <= LONGEST_SPAN_MS
    ? [{ fromMs, toMs }]
    : [
        { fromMs, toMs: fromMs + END_MS },
        { fromMs: toMs - END_MS, toMs },
      ];

/** The windows of an account whose budgets all reset by the calendar (spec §8). */
export const CALENDAR: Windows = createWindows(new Map());

/** Returns the latest recurrence of `resetMs` at or before `atMs`. */
function latestReset(kind: WindowKind, resetMs: number, atMs: number): number {
  if (kind === 'day') return resetMs + Math.floor((atMs - resetMs) / DAY_MS) * DAY_MS;
  const month = monthNumber(atMs);
  const inThisMonth = resetInMonth(resetMs, month);
  return inThisMonth <= atMs ? inThisMonth : resetInMonth(resetMs, month - 1);
}

function nextReset(kind: WindowKind, resetMs: number, atMs: number): number {
  if (kind === 'day') return latestReset('day', resetMs, atMs) + DAY_MS;
  const month = monthNumber(atMs);
  const inThisMonth = resetInMonth(resetMs, month);
  return inThisMonth > atMs ? inThisMonth : resetInMonth(resetMs, month + 1);
}

/** Returns the number of months since January 1970. */
function monthNumber(atMs: number): number {
  const at = new Date(atMs);
  return (at.getUTCFullYear() - 1_970) * 12 + at.getUTCMonth();
}

/**
 * Returns the time of the reset in the given month. If the month is too short to contain the day of the
 * reset, its last day is used.
 */
function resetInMonth(resetMs: number, month: number): number {
  const dayOfMonth = new Date(resetMs).getUTCDate();
  const lastDay = new Date(Date.UTC(1_970, month + 1, 0)).getUTCDate();
  return Date.UTC(1_970, month, Math.min(dayOfMonth, lastDay)) + (resetMs % DAY_MS);
}

/** The longest plausible time until a reset. A later reset reported by the service is ignored as an error. */
const LONGEST_MS: Readonly<Record<WindowKind, number>> = { day: 25 * HOUR_MS, month: 32 * DAY_MS };
/**
 * Largest difference at which a reported reset still counts as the expected one. Services may round times.
 */
const ROUNDING_MS = MINUTE_MS;

/** Returns whether `resetMs`, a reset reported by the service, can be the budget's next reset. Pure. */
export const isPlausibleReset = (budget: CountedBudget, resetMs: number, nowMs: number): boolean =>
  resetMs > nowMs && resetMs <= nowMs + LONGEST_MS[WINDOW_OF[budget]];

/**
 * Returns whether one of the budget's windows ends at `resetMs`, allowing for rounding by the service. Pure.
 */
export function isExpectedReset({ endMs }: Windows, budget: CountedBudget, resetMs: number): boolean {
  return Math.abs(endMs(budget, resetMs - ROUNDING_MS - 1) - resetMs) <= ROUNDING_MS;
}

/** Returns whether two resets are at the same time of day, allowing for rounding by the service. Pure. */
export function isSameTimeOfDay(aMs: number, bMs: number): boolean {
  const difference = Math.abs(aMs - bMs) % DAY_MS;
  return Math.min(difference, DAY_MS - difference) <= ROUNDING_MS;
}
