import { budgetSchema, type Budget } from '../../../../../shared/model/budget.ts';
import { all, get, num, run, text, type ReadDb, type WriteDb } from '../../sql.ts';
import type { CostColumn } from './counters.ts';

/* Budgets that cover the last 24 hours. All times are in ms of server time. */

export type RollingSource = 'stats' | 'refusal';

/** Usage of a budget by other clients, as reported by the service. This usage counts until `untilMs`. */
interface RollingUse {
  readonly source: RollingSource;
  readonly amount: number;
  readonly untilMs: number;
}

export const rollingBudgets = (db: ReadDb): Budget[] =>
  all(db, 'SELECT DISTINCT budget FROM rolling_use').map((row) => budgetSchema.parse(text(row, 'budget')));

/** Marks a budget as rolling, and sets its usage by other clients to zero. */
export const startRolling = (db: WriteDb, budget: Budget): void =>
  void run(
    db,
    `INSERT INTO rolling_use (budget, source, amount, until_ms) VALUES (:budget, 'stats', 0, 0), (:budget, 'refusal', 0, 0)
     ON CONFLICT (budget, source) DO UPDATE SET amount = 0, until_ms = 0`,
    { budget },
  );

export const endRolling = (db: WriteDb, budget: Budget): void =>
  void run(db, 'DELETE FROM rolling_use WHERE budget = :budget', { budget });

/** Returns the usage by other clients that still counts at `atMs`. */
export const rollingUse = (db: ReadDb, budget: Budget, atMs: number): RollingUse[] =>
  all(
    db,
    `SELECT source, amount, until_ms FROM rolling_use
     WHERE budget = :budget AND amount > 0 AND until_ms > :atMs ORDER BY source`,
    { budget, atMs },
  ).map((row) => ({
    source: text(row, 'source') === 'stats' ? 'stats' : 'refusal',
    amount: num(row, 'amount'),
    untilMs: num(row, 'until_ms'),
  }));

export const saveRollingUse = (db: WriteDb, budget: Budget, use: RollingUse): void =>
  void run(
    db,
    'UPDATE rolling_use SET amount = :amount, until_ms = :untilMs WHERE budget = :budget AND source = :source',
    { budget, ...use },
  );

/** A request of this app that the service charged, or may have charged, at or before `toMs`. */
interface ChargedEntry {
  readonly toMs: number;
  readonly amount: number;
  readonly isUnknown: boolean;
}

/** Returns the requests that the service may have charged at or after `sinceMs`, oldest first. */
export const chargedSince = (
  db: ReadDb,
  epoch: number,
  column: CostColumn,
  sinceMs: number,
): ChargedEntry[] =>
  all(
    db,
    `SELECT to_ms, state, CASE state WHEN 'spent' THEN cost_${column} ELSE reserved_${column} END AS amount
     FROM entry INDEXED BY entry_charged_until
     WHERE state IN ('spent', 'unknown') AND to_ms >= :sinceMs AND epoch = :epoch ORDER BY to_ms`,
    { epoch, sinceMs },
  ).map((row) => ({
    toMs: num(row, 'to_ms'),
    amount: num(row, 'amount'),
    isUnknown: text(row, 'state') === 'unknown',
  }));

/** Returns whether the service may have charged a request of this app between two times. */
export const isChargedBetween = (
  db: ReadDb,
  epoch: number,
  column: CostColumn,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): boolean =>
  get(
    db,
    `SELECT 1 AS hit FROM entry INDEXED BY entry_charged_until
     WHERE state IN ('spent', 'unknown') AND to_ms >= :fromMs AND from_ms <= :toMs AND epoch = :epoch
       AND CASE state WHEN 'spent' THEN cost_${column} ELSE reserved_${column} END > 0 LIMIT 1`,
    { epoch, fromMs, toMs },
  ) !== null;

/**
 * Returns the companies that certainly count toward the limit, because a request about them was charged at or
 * after `sinceMs`.
 */
export const companiesCountedSince = (db: ReadDb, epoch: number, sinceMs: number): Set<string> =>
  new Set(
    all(
      db,
      `SELECT DISTINCT company_id FROM entry INDEXED BY entry_charged_until
       WHERE state IN ('spent', 'unknown') AND to_ms >= :sinceMs AND from_ms >= :sinceMs AND epoch = :epoch
         AND state = 'spent' AND cost_companies > 0 AND company_id IS NOT NULL`,
      { epoch, sinceMs },
    ).map((row) => text(row, 'company_id')),
  );
