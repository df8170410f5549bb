import type { AllowanceScope, Budget } from '../../../shared/model/budget.ts';
import {
  allowanceRows,
  forgetLearnedCosts,
  learnedRows,
  writeAllowance,
  writeLearned,
  type LearnedRow,
  type LearnedUnit,
} from '../db/queries/ledger-days.ts';
import {
  closures,
  forgetLearned,
  keepClosure,
  keepLimitInForce,
  keepSeenLimit,
  limitsInForce,
  reportedBudgets,
  seenLimits,
  type LearnedSource,
  type SeenLimit,
} from '../db/queries/ledger-facts.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import type { Limits } from './costs.ts';
import { limitAfter, type LimitNow } from './limits.ts';

/** What the service told of this account: limits, closures, and which counters it reports. Kept in the ledger's file. */
export interface AccountFacts {
  limit(budget: Budget): LimitNow;
  learnLimits(source: LearnedSource, limits: ReadonlyMap<Budget, number>, atMs: number): void;
  /** After a 429: nothing that takes from `budget` is sent before `untilMs`, server time. */
  close(budget: Budget, untilMs: number, atMs: number): void;
  closedUntilMs(budget: Budget, nowMs: number): number | null;
  /** Whether a `/stats` reading of this account told this counter. */
  isReported(budget: Budget): boolean;
  markReported(budget: Budget): void;
  /** The seller's own caps, records a UTC day; a scope that is not there has none. */
  allowances(): readonly { readonly scope: AllowanceScope; readonly records: number }[];
  setAllowance(scope: AllowanceScope, records: number | null): void;
  /** What calibration found out, newest first. */
  learnedCosts(): readonly LearnedRow[];
  keepLearnedCost(learned: LearnedRow): void;
  /** Back to what is assumed, of one unit or of all. */
  forgetLearnedCosts(unit: LearnedUnit | null): void;
  /** Another account: back to what is documented. */
  forget(): void;
}

/** An unchanged limit is written again only this often, so that its age is known without a write a call, ms. */
const REFRESH_MS = 3_600_000;

export function createAccountFacts(db: WriteDb, documented: Limits, epoch: number): AccountFacts {
  const seen = new Map(seenLimits(db).map((limit) => [`${limit.budget} ${limit.source}`, limit]));
  const inForce = new Map<Budget, LimitNow>(limitsInForce(db).map((limit) => [limit.budget, limit]));
  const closed = new Map(closures(db).map(({ budget, untilMs }) => [budget, untilMs]));
  const reported = new Set(reportedBudgets(db, epoch));
  const kept = createKept(db);
  const limit = (budget: Budget): LimitNow =>
    inForce.get(budget) ?? { value: documented[budget], source: 'documented' };

  const learn = (told: SeenLimit): void => {
    const key = `${told.budget} ${told.source}`;
    const last = seen.get(key);
    if (last?.value === told.value && told.atMs - last.atMs < REFRESH_MS) return;
    seen.set(key, told);
    keepSeenLimit(db, told);
    const ofBudget = [...seen.values()].filter(({ budget }) => budget === told.budget);
    const next = limitAfter(limit(told.budget), ofBudget, told.atMs);
    if (next.source === 'documented') return;
    inForce.set(told.budget, next);
    keepLimitInForce(db, { budget: told.budget, value: next.value, source: next.source });
  };
  return {
    ...kept,
    limit,
    learnLimits: (source, limits, atMs) => {
      if (limits.size === 0) return;
      transaction(db, () => {
        for (const [budget, value] of limits) learn({ budget, source, value, atMs });
      });
    },
    close: (budget, untilMs, atMs) => {
      closed.set(budget, untilMs);
      keepClosure(db, { budget, untilMs, atMs });
    },
    closedUntilMs: (budget, nowMs) => {
      const untilMs = closed.get(budget) ?? 0;
      return untilMs > nowMs ? untilMs : null;
    },
    isReported: (budget) => reported.has(budget),
    markReported: (budget) => void reported.add(budget),
    forget: () => {
      forgetLearned(db);
      kept.forgetLearnedCosts(null);
      for (const known of [seen, inForce, closed, reported]) known.clear();
    },
  };
}

type Kept = Pick<
  AccountFacts,
  'allowances' | 'setAllowance' | 'learnedCosts' | 'keepLearnedCost' | 'forgetLearnedCosts'
>;

/** The seller's own caps and what calibration found out: read once, written through. */
function createKept(db: WriteDb): Kept {
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
    forgetLearnedCosts: (unit) => {
      if (learned.length === 0) return;
      forgetLearnedCosts(db, unit);
      learned = learnedRows(db);
    },
  };
}
