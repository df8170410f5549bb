import { budgetSchema, type Budget } from '../../../../../shared/model/budget.ts';
import { all, num, run, text, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

/** Amounts of one budget in one window, in the budget's unit. `corrected` may be negative. */
export interface Counter {
  readonly budget: Budget;
  readonly startMs: number;
  readonly spent: number;
  readonly unknown: number;
  readonly others: number;
  readonly corrected: number;
}
export type CounterAmounts = Omit<Counter, 'budget' | 'startMs'>;

const counterOf = (row: SqlRow): Counter => ({
  budget: budgetSchema.parse(text(row, 'budget')),
  startMs: num(row, 'start_ms'),
  spent: num(row, 'spent'),
  unknown: num(row, 'unknown'),
  others: num(row, 'others'),
  corrected: num(row, 'corrected'),
});

/**
 * Returns the counters of all windows that start at `startMs`. On the first day of a month, daily and monthly
 * windows can start at the same time. No budget occurs twice, because each budget is either daily or monthly.
 */
export const countersAt = (db: ReadDb, epoch: number, startMs: number): Counter[] =>
  all(
    db,
    `SELECT budget, start_ms, spent, unknown, others, corrected FROM counter
     WHERE epoch = :epoch AND start_ms = :startMs`,
    { epoch, startMs },
  ).map(counterOf);

export function addToCounter(
  db: WriteDb,
  epoch: number,
  budget: Budget,
  startMs: number,
  { spent, unknown, others, corrected }: CounterAmounts,
): void {
  run(
    db,
    `INSERT INTO counter (epoch, start_ms, budget, spent, unknown, others, corrected)
     VALUES (:epoch, :startMs, :budget, :spent, :unknown, :others, :corrected)
     ON CONFLICT (epoch, start_ms, budget) DO UPDATE SET spent = spent + excluded.spent,
       unknown = unknown + excluded.unknown, others = others + excluded.others,
       corrected = corrected + excluded.corrected`,
    { epoch, startMs, budget, spent, unknown, others, corrected },
  );
}

/** Records a correction of a counter, with its source. */
export function insertCorrection(
  db: WriteDb,
  correction: {
    readonly epoch: number;
    readonly atMs: number;
    readonly startMs: number;
    readonly budget: Budget;
    readonly amount: number;
    readonly source: 'stats' | 'refusal';
  },
): void {
  run(
    db,
    `INSERT INTO correction (epoch, at_ms, start_ms, budget, amount, source)
     VALUES (:epoch, :atMs, :startMs, :budget, :amount, :source)`,
    correction,
  );
}

/** Suffixes of cost columns, as in `cost_requests` and `reserved_requests`. */
export type CostColumn = 'requests' | 'records' | 'page_turns' | 'companies';

/**
 * Recomputes a counter after its window turned out to start at a different time. The counter becomes the sum
 * of the requests that the service may have charged since `startMs`. The sum includes usage by other devices
 * only if `by` is `epoch` (the account). It excludes that usage for `key_epoch`, because other devices may
 * use a different key.
 */
export function recount(
  db: WriteDb,
  counter: { readonly epoch: number; readonly budget: Budget; readonly startMs: number },
  among: { readonly column: CostColumn; readonly by: 'epoch' | 'key_epoch' },
): void {
  const { column, by } = among;
  run(db, 'DELETE FROM counter WHERE epoch = :epoch AND budget = :budget AND start_ms = :startMs', counter);
  run(
    db,
    `INSERT INTO counter (epoch, start_ms, budget, spent, unknown, others, corrected)
     SELECT :epoch, :startMs, :budget,
       COALESCE(SUM(CASE state WHEN 'spent' THEN cost_${column} END), 0),
       COALESCE(SUM(CASE state WHEN 'unknown' THEN reserved_${column} END), 0),
       ${by === 'epoch' ? `COALESCE(SUM(CASE state WHEN 'other-device' THEN cost_${column} END), 0)` : '0'}, 0
     FROM entry
     WHERE ${by} = :epoch AND to_ms >= :startMs AND state IN ('spent', 'unknown', 'other-device')`,
    counter,
  );
}
