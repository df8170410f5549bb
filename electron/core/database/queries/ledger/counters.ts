import { budgetSchema, type Budget } from '../../../../../shared/model/budget.ts';
import { all, get, num, run, text, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

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
 * Returns all counters of windows that start at `startMs`. A day and a month may start at the same time,
 * but their budgets differ.
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

export const companySeen = (db: ReadDb, epoch: number, dayMs: number, companyId: string): boolean =>
  get(
    db,
    'SELECT 1 AS hit FROM company_day WHERE epoch = :epoch AND day_ms = :dayMs AND company_id = :companyId',
    { epoch, dayMs, companyId },
  ) !== null;

/** Returns the companies counted on that day. The service allows at most 100 per day (spec §8). */
export const companiesSeen = (db: ReadDb, epoch: number, dayMs: number): string[] =>
  all(db, 'SELECT company_id FROM company_day WHERE epoch = :epoch AND day_ms = :dayMs', {
    epoch,
    dayMs,
  }).map((row) => text(row, 'company_id'));

export function markCompany(db: WriteDb, epoch: number, dayMs: number, companyId: string): void {
  run(
    db,
    'INSERT INTO company_day (epoch, day_ms, company_id) VALUES (:epoch, :dayMs, :companyId) ON CONFLICT DO NOTHING',
    { epoch, dayMs, companyId },
  );
}

/**
 * Removes from a day the companies that an adjacent day also contains. They were fetched near midnight and
 * counted on both days.
 */
export function dropDoubleMarks(
  db: WriteDb,
  day: {
    readonly epoch: number;
    readonly dayMs: number;
    readonly beforeMs: number;
    readonly afterMs: number;
  },
): void {
  run(
    db,
    `DELETE FROM company_day WHERE epoch = :epoch AND day_ms = :dayMs AND company_id IN (
       SELECT company_id FROM company_day WHERE epoch = :epoch AND day_ms IN (:beforeMs, :afterMs))`,
    day,
  );
}

/** Records a correction to a counter, with its source. */
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
 * Replaces a counter with the sum of the requests that the service may have charged since `startMs`. Used
 * when a window turns out to start at a different time. Requests made by other devices are included only when
 * counting by account, because those devices may use another key.
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

/**
 * Marks the companies that may have been fetched since `dayMs`, the start of a service day. Sets the day's
 * counter to the number of these companies, not of the requests.
 */
export function recountCompanies(db: WriteDb, epoch: number, dayMs: number): void {
  run(
    db,
    `INSERT INTO company_day (epoch, day_ms, company_id)
     SELECT DISTINCT epoch, :dayMs, company_id FROM entry
     WHERE epoch = :epoch AND to_ms >= :dayMs AND company_id IS NOT NULL AND state IN ('spent', 'unknown')
     ON CONFLICT DO NOTHING`,
    { epoch, dayMs },
  );
  run(
    db,
    `UPDATE counter SET unknown = 0, spent = (
       SELECT COUNT(*) FROM company_day WHERE epoch = :epoch AND day_ms = :dayMs)
     WHERE epoch = :epoch AND budget = 'companies-day' AND start_ms = :dayMs`,
    { epoch, dayMs },
  );
}
