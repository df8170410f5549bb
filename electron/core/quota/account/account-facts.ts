import type { Budget } from '../../../../shared/model/budget.ts';
import {
  allowanceRows,
  clearLearnedCosts,
  learnedRows,
  writeAllowance,
  writeLearned,
  type LearnedRow,
  type LearnedUnit,
  type SpendingCap,
} from '../../database/queries/ledger/daily-use.ts';
import {
  clearLearned,
  closures,
  reportedBudgets,
  saveClosure,
  type StoredClosure,
} from '../../database/queries/ledger/account-state.ts';
import type { WriteDb } from '../../database/sql.ts';
import { createAccountLimits, type AccountLimits } from './account-limits.ts';
import type { Limits } from '../policy/costs.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/** The limits, closed budgets, spending caps and learned costs of one account. Stored in `ledger.db`. */
export interface AccountFacts extends Omit<AccountLimits, 'clearLimit' | 'clearLimits'> {
  /** After a 429, closes `budget` until `untilMs`, in server time. */
  close(budget: Budget, untilMs: number, atMs: number): void;
  closedUntilMs(budget: Budget, nowMs: number): number | null;
  /** Returns the time of the 429 that closed `budget`, in server time; null if the budget is open. */
  closedAtMs(budget: Budget, nowMs: number): number | null;
  /**
   * Reopens the budgets that may have been closed only because of the old key. Call this when another key of
   * the same account replaces the old key.
   */
  clearKey(atMs: number): void;
  /** Returns whether any `/stats` response for this account has included this budget. */
  isReported(budget: Budget): boolean;
  markReported(budget: Budget): void;
  /** Returns the user's spending caps. A scope without an entry has no cap. */
  allowances(): readonly SpendingCap[];
  setAllowance(cap: Omit<SpendingCap, 'records'> & { readonly records: number | null }): void;
  /** Returns the costs learned by calibration, newest first. */
  learnedCosts(): readonly LearnedRow[];
  storeLearnedCost(learned: LearnedRow): void;
  /**
   * Deletes the learned costs of one unit, or of all units if `unit` is null, so the assumed costs apply
   * again.
   */
  clearLearnedCosts(unit: LearnedUnit | null): void;
  /** Deletes everything learned from the service. Call when a new key belongs to a different account. */
  forget(): void;
}

export function createAccountFacts(db: WriteDb, documented: Limits, epoch: number): AccountFacts {
  const limits = createAccountLimits(db, documented);
  const closed = createClosures(db);
  const reported = new Set(reportedBudgets(db, epoch));
  const accountCache = createAccountCache(db);
  return {
    ...accountCache,
    ...limits,
    ...closed,
    clearKey: (atMs) => {
      closed.close('test-key', 0, atMs);
      // A 429 for a test key may have stated the test key's own limit with the type `monthly`. The app then
      // stored it as the limit of the account's monthly budget, which is wrong.
      const monthly = limits.limit('month-requests');
      if (monthly.source !== 'refusal' || monthly.value !== limits.limit('test-key').value) return;
      closed.close('month-requests', 0, atMs);
      limits.clearLimit('month-requests');
    },
    isReported: (budget) => reported.has(budget),
    markReported: (budget) => void reported.add(budget),
    forget: () => {
      clearLearned(db);
      accountCache.clearLearnedCosts(null);
      limits.clearLimits();
      closed.clearClosures();
      reported.clear();
    },
  };
}

interface Closures extends Pick<AccountFacts, 'close' | 'closedUntilMs' | 'closedAtMs'> {
  clearClosures(): void;
}

/**
 * Maximum time for which a budget can be closed: every budget resets at least once a month. A longer closure
 * was computed from a wrong date and is ignored.
 */
const LONGEST_CLOSURE_MS = 33 * DAY_MS;

/** Caches which budgets a 429 has closed, and until when. Writes each change to the ledger immediately. */
function createClosures(db: WriteDb): Closures {
  const closed = new Map(closures(db).map((closure) => [closure.budget, closure]));
  const closureOf = (budget: Budget, nowMs: number): StoredClosure | null => {
    const closure = closed.get(budget);
    const leftMs = closure === undefined ? 0 : closure.untilMs - nowMs;
    return closure !== undefined && leftMs > 0 && leftMs <= LONGEST_CLOSURE_MS ? closure : null;
  };
  return {
    close: (budget, untilMs, atMs) => {
      closed.set(budget, { budget, untilMs, atMs });
      saveClosure(db, { budget, untilMs, atMs });
    },
    closedUntilMs: (budget, nowMs) => closureOf(budget, nowMs)?.untilMs ?? null,
    closedAtMs: (budget, nowMs) => closureOf(budget, nowMs)?.atMs ?? null,
    clearClosures: () => closed.clear(),
  };
}

type AccountCache = Pick<
  AccountFacts,
  'allowances' | 'setAllowance' | 'learnedCosts' | 'storeLearnedCost' | 'clearLearnedCosts'
>;

/**
 * Caches the user's spending caps and the learned costs in memory. Writes changes to the ledger immediately.
 */
function createAccountCache(db: WriteDb): AccountCache {
  let caps = allowanceRows(db);
  let learned = learnedRows(db);
  return {
    allowances: () => caps,
    setAllowance: (cap) => {
      writeAllowance(db, cap);
      caps = allowanceRows(db);
    },
    learnedCosts: () => learned,
    storeLearnedCost: (row) => {
      writeLearned(db, row);
      learned = learnedRows(db);
    },
    clearLearnedCosts: (unit) => {
      if (learned.length === 0) return;
      clearLearnedCosts(db, unit);
      learned = learnedRows(db);
    },
  };
}
