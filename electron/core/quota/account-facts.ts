import type { AllowanceScope, Budget } from '../../../shared/model/budget.ts';
import {
  allowanceRows,
  clearLearnedCosts,
  learnedRows,
  writeAllowance,
  writeLearned,
  type LearnedRow,
  type LearnedUnit,
} from '../database/queries/ledger/daily-use.ts';
import {
  closures,
  clearLearned,
  saveClosure,
  saveLimitInForce,
  saveSeenLimit,
  limitsInForce,
  reportedBudgets,
  reportedLimits,
  type LearnedSource,
  type SeenLimit,
} from '../database/queries/ledger/account-state.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import type { Limits } from './policy/costs.ts';
import { limitAfter, type LimitNow } from './limits.ts';

/**
 * What is known about this account: limits, closed budgets, spending caps and learned costs. Stored in
 * `ledger.db`.
 */
export interface AccountFacts {
  limit(budget: Budget): LimitNow;
  learnLimits(source: LearnedSource, limits: ReadonlyMap<Budget, number>, atMs: number): void;
  /** Closes `budget` after a 429 until `untilMs`, in server time. */
  close(budget: Budget, untilMs: number, atMs: number): void;
  closedUntilMs(budget: Budget, nowMs: number): number | null;
  /** Returns whether a `/stats` response for this account has ever included this budget. */
  isReported(budget: Budget): boolean;
  markReported(budget: Budget): void;
  /** Returns the user's spending caps, in records per UTC day. A scope without an entry has no cap. */
  allowances(): readonly { readonly scope: AllowanceScope; readonly records: number }[];
  setAllowance(scope: AllowanceScope, records: number | null): void;
  /** Returns the costs learned by calibration, newest first. */
  learnedCosts(): readonly LearnedRow[];
  keepLearnedCost(learned: LearnedRow): void;
  /**
   * Deletes the learned costs of one unit, or of all units if `unit` is null, so the assumed costs apply
   * again.
   */
  clearLearnedCosts(unit: LearnedUnit | null): void;
  /** Deletes everything that was learned from the service, because the key belongs to another account. */
  forget(): void;
}

/**
 * An unchanged limit is saved again only if the saved one is older than this. This avoids a write for every
 * request, and the saved time is still accurate to within an hour.
 */
const REFRESH_MS = 3_600_000;

export function createAccountFacts(db: WriteDb, documented: Limits, epoch: number): AccountFacts {
  const seen = new Map(reportedLimits(db).map((limit) => [`${limit.budget} ${limit.source}`, limit]));
  const inForce = new Map<Budget, LimitNow>(limitsInForce(db).map((limit) => [limit.budget, limit]));
  const closed = new Map(closures(db).map(({ budget, untilMs }) => [budget, untilMs]));
  const reported = new Set(reportedBudgets(db, epoch));
  const accountCache = createAccountCache(db);
  const limit = (budget: Budget): LimitNow =>
    inForce.get(budget) ?? { value: documented[budget], source: 'documented' };

  const learn = (seenLimit: SeenLimit): void => {
    const key = `${seenLimit.budget} ${seenLimit.source}`;
    const last = seen.get(key);
    if (last?.value === seenLimit.value && seenLimit.atMs - last.atMs < REFRESH_MS) return;
    seen.set(key, seenLimit);
    saveSeenLimit(db, seenLimit);
    const ofBudget = [...seen.values()].filter(({ budget }) => budget === seenLimit.budget);
    const next = limitAfter(limit(seenLimit.budget), ofBudget, seenLimit.atMs);
    if (next.source === 'documented') return;
    inForce.set(seenLimit.budget, next);
    saveLimitInForce(db, { budget: seenLimit.budget, value: next.value, source: next.source });
  };
  return {
    ...accountCache,
    limit,
    learnLimits: (source, limits, atMs) => {
      if (limits.size === 0) return;
      transaction(db, () => {
        for (const [budget, value] of limits) learn({ budget, source, value, atMs });
      });
    },
    close: (budget, untilMs, atMs) => {
      closed.set(budget, untilMs);
      saveClosure(db, { budget, untilMs, atMs });
    },
    closedUntilMs: (budget, nowMs) => {
      const untilMs = closed.get(budget) ?? 0;
      return untilMs > nowMs ? untilMs : null;
    },
    isReported: (budget) => reported.has(budget),
    markReported: (budget) => void reported.add(budget),
    forget: () => {
      clearLearned(db);
      accountCache.clearLearnedCosts(null);
      for (const known of [seen, inForce, closed, reported]) known.clear();
    },
  };
}

type AccountCache = Pick<
  AccountFacts,
  'allowances' | 'setAllowance' | 'learnedCosts' | 'keepLearnedCost' | 'clearLearnedCosts'
>;

/**
 * Caches the user's spending caps and the learned costs in memory. Changes are written to the ledger
 * immediately.
 */
function createAccountCache(db: WriteDb): AccountCache {
  let caps = allowanceRows(db);
  let learned = learnedRows(db);
  return {
    allowances: () => caps,
    setAllowance: (scope, records) => {
      writeAllowance(db, scope, records);
      caps = allowanceRows(db);
    },
    learnedCosts: () => learned,
    keepLearnedCost: (row) => {
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
