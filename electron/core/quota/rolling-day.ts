import { namedResets } from '../database/queries/ledger/account-state.ts';
import type { Counter, CostColumn } from '../database/queries/ledger/counters.ts';
import {
  chargedSince,
  isChargedBetween,
  rollingUse,
  saveRollingUse,
  type RollingSource,
} from '../database/queries/ledger/rolling-windows.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { unitOf } from './policy/costs.ts';
import {
  CALENDAR,
  isExpectedReset,
  isSameTimeOfDay,
  type CountedBudget,
  type Windows,
} from './policy/windows.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/*
 * Daily budgets that always cover the last 24 hours. Other daily budgets start anew at a fixed time (ADR 48).
 */

/** Tolerance when reset times are compared, because the service reports resets in whole seconds. */
const ROUNDING_MS = 2_000;

/** The suffix of the cost columns for each unit. */
export const COLUMN_OF: Readonly<Record<ReturnType<typeof unitOf>, CostColumn>> = {
  requests: 'requests',
  records: 'records',
  pageTurns: 'page_turns',
  companies: 'companies',
};
const columnOf = (budget: CountedBudget): CostColumn => COLUMN_OF[unitOf(budget)];

interface Use {
  readonly expiresAtMs: number;
  readonly amount: number;
}

/** Returns the counter for the 24 hours before `atMs`. */
export function rollingCounter(db: ReadDb, epoch: number, budget: CountedBudget, atMs: number): Counter {
  const startMs = atMs - DAY_MS;
  const entries = chargedSince(db, epoch, columnOf(budget), startMs);
  const sum = (isUnknown: boolean): number =>
    entries.reduce((total, entry) => total + (entry.isUnknown === isUnknown ? entry.amount : 0), 0);
  const others = rollingUse(db, budget, atMs).reduce((total, { amount }) => total + amount, 0);
  return { budget, startMs, spent: sum(false), unknown: sum(true), others, corrected: 0 };
}

/**
 * Returns the time at which expiring usage leaves room for one more unit. If there is already room, returns
 * the time at which the oldest usage expires.
 */
export function rollingOpensAtMs(
  db: ReadDb,
  epoch: number,
  budget: CountedBudget,
  { atMs, limit }: { readonly atMs: number; readonly limit: number },
): number {
  const own = chargedSince(db, epoch, columnOf(budget), atMs - DAY_MS);
  const uses: Use[] = [
    ...own
      .filter(({ amount }) => amount > 0)
      .map(({ toMs, amount }) => ({ expiresAtMs: toMs + DAY_MS, amount })),
    ...rollingUse(db, budget, atMs).map(({ untilMs, amount }) => ({ expiresAtMs: untilMs, amount })),
  ].sort((a, b) => a.expiresAtMs - b.expiresAtMs);
  let total = uses.reduce((sum, { amount }) => sum + amount, 0);
  for (const { expiresAtMs, amount } of uses) {
    total -= amount;
    if (total < limit) return expiresAtMs;
  }
  return atMs + DAY_MS;
}

/**
 * Adds `amount`, the service's figure minus the ledger's, to the usage of other clients. Usage reported by
 * `/stats` counts for 24 hours. Usage known only from a 429 counts until the reset time in the 429.
 */
export function correctRolling(
  db: WriteDb,
  budget: CountedBudget,
  amount: number,
  source: RollingSource,
  atMs: number,
): void {
  const known = rollingUse(db, budget, atMs);
  if (amount > 0) {
    const before = known.find((use) => use.source === source)?.amount ?? 0;
    const namedMs = source === 'refusal' ? (namedResets(db).get(budget) ?? 0) : 0;
    const untilMs = namedMs > atMs ? namedMs : atMs + DAY_MS;
    return saveRollingUse(db, budget, { source, amount: before + amount, untilMs });
  }
  let less = -amount;
  for (const use of known) {
    const taken = Math.min(use.amount, less);
    less -= taken;
    saveRollingUse(db, budget, { ...use, amount: use.amount - taken });
  }
}

/** A reset time reported by the service, with the usage reported in the same response. */
export interface NamedReset {
  readonly resetMs: number;
  /** Null if the service did not report any usage. */
  readonly used: number | null;
}

/**
 * Returns whether a reported reset belongs to a rolling window. The reset of a rolling window is 24 hours
 * after a request and therefore moves, while a fixed day always ends at the same time. If the first reported
 * reset is at midnight UTC, it belongs to the documented fixed day. Requests by other clients can make both
 * kinds possible. The window then counts as rolling, so the app never counts too little usage.
 */
export function isRollingReset(
  db: ReadDb,
  epoch: number,
  budget: CountedBudget,
  { resetMs, used }: NamedReset,
  { windows, nowMs }: { readonly windows: Windows; readonly nowMs: number },
): boolean {
  const namedMs = namedResets(db).get(budget) ?? null;
  const isAgain = namedMs !== null && isSameTimeOfDay(namedMs, resetMs);
  const isAfterOwn = (): boolean =>
    isChargedBetween(db, epoch, columnOf(budget), {
      fromMs: resetMs - DAY_MS - ROUNDING_MS,
      toMs: resetMs - DAY_MS + ROUNDING_MS,
    });
  // A daily reset at a fixed time can be recognized only after it has passed, because only then does the
  // service report the same time on the next day.
  if (windows.isRolling(budget)) return !isAgain || (namedMs ?? Infinity) > nowMs || isAfterOwn();
  if (namedMs !== null) return !isAgain;
  if (isExpectedReset(CALENDAR, budget, resetMs)) return false;
  if (isAfterOwn() || used === null) return true;
  // Without other clients, a rolling window would be reset 24 hours after one of this app's requests. The
  // reported reset is at another time, so the window can be rolling only if other clients have used the
  // budget too.
  const own = chargedSince(db, epoch, columnOf(budget), nowMs - DAY_MS);
  return own.reduce((sum, { amount }) => sum + amount, 0) < used;
}
