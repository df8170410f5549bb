import { z } from 'zod';
import { budgetSchema, type Budget } from '../../../../../shared/model/budget.ts';
import { all, flag, get, num, numOrNull, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/** The account and API key to which new ledger rows belong. */
export interface Account {
  readonly epoch: number;
  readonly keyEpoch: number;
  readonly testKey: boolean;
}

export function readAccount(db: ReadDb): Account {
  const row = get(db, 'SELECT epoch, key_epoch, test_key FROM account WHERE id = 1');
  if (row === null) throw new Error('the ledger holds no account');
  return { epoch: num(row, 'epoch'), keyEpoch: num(row, 'key_epoch'), testKey: flag(row, 'test_key') };
}

export function writeAccount(db: WriteDb, { epoch, keyEpoch, testKey }: Account): void {
  run(db, 'UPDATE account SET epoch = :epoch, key_epoch = :keyEpoch, test_key = :testKey WHERE id = 1', {
    epoch,
    keyEpoch,
    testKey: testKey ? 1 : 0,
  });
}

const learnedSourceSchema = z.enum(['header', 'stats', 'refusal']);
export type LearnedSource = z.infer<typeof learnedSourceSchema>;

/** A limit that the service reported. Only the newest limit per budget and source is stored. */
export interface SeenLimit {
  readonly budget: Budget;
  readonly source: LearnedSource;
  readonly value: number;
  readonly atMs: number;
}
type LimitInForce = Omit<SeenLimit, 'atMs'>;

export const reportedLimits = (db: ReadDb): SeenLimit[] =>
  all(db, 'SELECT budget, source, value, at_ms FROM limit_seen').map((row) => ({
    budget: budgetSchema.parse(text(row, 'budget')),
    source: learnedSourceSchema.parse(text(row, 'source')),
    value: num(row, 'value'),
    atMs: num(row, 'at_ms'),
  }));

export function saveSeenLimit(db: WriteDb, { budget, source, value, atMs }: SeenLimit): void {
  run(
    db,
    `INSERT INTO limit_seen (budget, source, value, at_ms) VALUES (:budget, :source, :value, :atMs)
     ON CONFLICT (budget, source) DO UPDATE SET value = excluded.value, at_ms = excluded.at_ms`,
    { budget, source, value, atMs },
  );
}

export const limitsInForce = (db: ReadDb): LimitInForce[] =>
  all(db, 'SELECT budget, source, value FROM limit_in_force').map((row) => ({
    budget: budgetSchema.parse(text(row, 'budget')),
    source: learnedSourceSchema.parse(text(row, 'source')),
    value: num(row, 'value'),
  }));

export function saveLimitInForce(db: WriteDb, { budget, source, value }: LimitInForce): void {
  run(
    db,
    `INSERT INTO limit_in_force (budget, value, source) VALUES (:budget, :value, :source)
     ON CONFLICT (budget) DO UPDATE SET value = excluded.value, source = excluded.source`,
    { budget, source, value },
  );
}

/**
 * A pause caused by a 429 at `atMs`: no request that counts toward `budget` is sent before `untilMs`. Both
 * are server time.
 */
export interface StoredClosure {
  readonly budget: Budget;
  readonly untilMs: number;
  readonly atMs: number;
}

export const closures = (db: ReadDb): StoredClosure[] =>
  all(db, 'SELECT budget, until_ms, at_ms FROM closure').map((row) => ({
    budget: budgetSchema.parse(text(row, 'budget')),
    untilMs: num(row, 'until_ms'),
    atMs: num(row, 'at_ms'),
  }));

export function saveClosure(db: WriteDb, { budget, untilMs, atMs }: StoredClosure): void {
  run(
    db,
    `INSERT INTO closure (budget, until_ms, at_ms) VALUES (:budget, :untilMs, :atMs)
     ON CONFLICT (budget) DO UPDATE SET until_ms = excluded.until_ms, at_ms = excluded.at_ms`,
    { budget, untilMs, atMs },
  );
}

/** Returns the reset times, in server time, that the service reported and that do not match the calendar. */
export const namedResets = (db: ReadDb): Map<Budget, number> =>
  new Map(
    all(db, 'SELECT budget, resets_at_ms FROM named_reset').map((row) => [
      budgetSchema.parse(text(row, 'budget')),
      num(row, 'resets_at_ms'),
    ]),
  );

/**
 * Stores a reset time reported by the service. If `resetsAtMs` is null, deletes the stored time, and the
 * budget follows the calendar again.
 */
export function saveNamedReset(db: WriteDb, budget: Budget, resetsAtMs: number | null): void {
  if (resetsAtMs === null) run(db, 'DELETE FROM named_reset WHERE budget = :budget', { budget });
  else
    run(
      db,
      `INSERT INTO named_reset (budget, resets_at_ms) VALUES (:budget, :resetsAtMs)
       ON CONFLICT (budget) DO UPDATE SET resets_at_ms = excluded.resets_at_ms`,
      { budget, resetsAtMs },
    );
}

/** Returns the limits that the user entered. */
export const chosenLimits = (db: ReadDb): Map<Budget, number> =>
  new Map(
    all(db, 'SELECT budget, value FROM chosen_limit').map((row) => [
      budgetSchema.parse(text(row, 'budget')),
      num(row, 'value'),
    ]),
  );

/** Stores a limit that the user entered; null removes it. */
export function saveChosenLimit(db: WriteDb, budget: Budget, value: number | null): void {
  if (value === null) run(db, 'DELETE FROM chosen_limit WHERE budget = :budget', { budget });
  else
    run(
      db,
      `INSERT INTO chosen_limit (budget, value) VALUES (:budget, :value)
       ON CONFLICT (budget) DO UPDATE SET value = excluded.value`,
      { budget, value },
    );
}

/** Deletes everything that the service reported about one budget's limit. */
export function clearReportedLimit(db: WriteDb, budget: Budget): void {
  run(db, 'DELETE FROM limit_seen WHERE budget = :budget', { budget });
  run(db, 'DELETE FROM limit_in_force WHERE budget = :budget', { budget });
}

/** Deletes the limits, reset times and 429 pauses of the previous account. Ledger rows are kept. */
export function clearLearned(db: WriteDb): void {
  run(db, 'DELETE FROM limit_seen');
  run(db, 'DELETE FROM limit_in_force');
  run(db, 'DELETE FROM closure');
  run(db, 'DELETE FROM named_reset');
  run(db, 'DELETE FROM rolling_use');
  run(db, 'DELETE FROM chosen_limit');
}

/** Server time and this computer's clock at the same moment, both Unix ms. */
export interface ClockPair {
  readonly serverMs: number;
  readonly wallMs: number;
}

export function readClockPair(db: ReadDb): ClockPair | null {
  const row = get(db, 'SELECT server_ms, wall_ms FROM clock_pair WHERE id = 1');
  return row === null ? null : { serverMs: num(row, 'server_ms'), wallMs: num(row, 'wall_ms') };
}

export function saveClockPair(db: WriteDb, { serverMs, wallMs }: ClockPair): void {
  run(
    db,
    `INSERT INTO clock_pair (id, server_ms, wall_ms) VALUES (1, :serverMs, :wallMs)
     ON CONFLICT (id) DO UPDATE SET server_ms = excluded.server_ms, wall_ms = excluded.wall_ms`,
    { serverMs, wallMs },
  );
}

interface StoredReading {
  readonly id: number;
  readonly atMs: number;
  /** Id of the newest ledger row when the reading was taken. */
  readonly newestEntry: number;
}
interface NewReading extends Omit<StoredReading, 'id'> {
  readonly epoch: number;
  readonly keyType: string;
  readonly keyName: string | null;
  /**
   * Whether `/stats` reported less usage than the ledger, by exactly the cost of the `/stats` request itself.
   * If so, the service counts this request only after its response.
   */
  readonly lacksItself: boolean;
  readonly countsItself: boolean;
}

export const insertReading = (db: WriteDb, reading: NewReading): number =>
  run(
    db,
    `INSERT INTO reading (epoch, at_ms, newest_entry, key_type, key_name, lacks_itself, counts_itself)
     VALUES (:epoch, :atMs, :newestEntry, :keyType, :keyName, :lacksItself, :countsItself)`,
    {
      ...reading,
      lacksItself: reading.lacksItself ? 1 : 0,
      countsItself: reading.countsItself ? 1 : 0,
    },
  ).lastId;

/** Returns the newest `/stats` reading at or before `beforeMs`. */
export function statsReadingBefore(db: ReadDb, epoch: number, beforeMs: number): StoredReading | null {
  const row = get(
    db,
    `SELECT id, at_ms, newest_entry FROM reading WHERE epoch = :epoch AND at_ms <= :beforeMs
     ORDER BY at_ms DESC LIMIT 1`,
    { epoch, beforeMs },
  );
  return row === null
    ? null
    : { id: num(row, 'id'), atMs: num(row, 'at_ms'), newestEntry: num(row, 'newest_entry') };
}

/**
 * Returns whether an earlier reading has shown that the account's `/stats` response counts the `/stats`
 * request itself.
 */
export const readingsCountThemselves = (db: ReadDb, epoch: number): boolean =>
  get(db, 'SELECT 1 AS hit FROM reading WHERE epoch = :epoch AND counts_itself = 1 LIMIT 1', { epoch }) !==
  null;

/**
 * Returns whether an earlier reading showed that the account's `/stats` responses do not count the `/stats`
 * request itself.
 */
export const readingsLackThemselves = (db: ReadDb, epoch: number): boolean =>
  get(db, 'SELECT 1 AS hit FROM reading WHERE epoch = :epoch AND lacks_itself = 1 LIMIT 1', { epoch }) !==
  null;

/**
 * One budget in a `/stats` response. `surplus` is the amount by which the ledger's usage still exceeds the
 * reported usage after the ledger was reconciled with the response.
 */
interface ReadingBudget {
  readonly budget: Budget;
  readonly startMs: number | null;
  readonly limit: number | null;
  readonly used: number | null;
  readonly remaining: number | null;
  readonly resetsAtMs: number | null;
  readonly surplus: number | null;
}

export function insertReadingBudget(db: WriteDb, readingId: number, line: ReadingBudget): void {
  run(
    db,
    `INSERT INTO reading_budget (reading_id, budget, start_ms, max, used, remaining, resets_at_ms, surplus)
     VALUES (:readingId, :budget, :startMs, :limit, :used, :remaining, :resetsAtMs, :surplus)`,
    { readingId, ...line },
  );
}

export const readingBudgets = (db: ReadDb, readingId: number): ReadingBudget[] =>
  all(
    db,
    `SELECT budget, start_ms, max, used, remaining, resets_at_ms, surplus FROM reading_budget
     WHERE reading_id = :readingId`,
    { readingId },
  ).map((row) => ({
    budget: budgetSchema.parse(text(row, 'budget')),
    startMs: numOrNull(row, 'start_ms'),
    limit: numOrNull(row, 'max'),
    used: numOrNull(row, 'used'),
    remaining: numOrNull(row, 'remaining'),
    resetsAtMs: numOrNull(row, 'resets_at_ms'),
    surplus: numOrNull(row, 'surplus'),
  }));

/** Returns the budgets that any `/stats` reading of this account reported. */
export const reportedBudgets = (db: ReadDb, epoch: number): Budget[] =>
  all(
    db,
    `SELECT DISTINCT budget FROM reading_budget
     WHERE reading_id IN (SELECT id FROM reading WHERE epoch = :epoch) AND used IS NOT NULL`,
    { epoch },
  ).map((row) => budgetSchema.parse(text(row, 'budget')));
