/*
 * Every query runs through one of these functions. Queries are plain SQL, and values are always bound as
 * parameters.
 */

export type SqlValue = string | number | bigint | Buffer | null;
/** Values by parameter name. */
export type SqlParams = Readonly<Record<string, SqlValue>>;
/** Values of the parameters `?`, in order. */
export type SqlValues = readonly SqlValue[];
export type SqlRow = Readonly<Record<string, SqlValue>>;

interface Handle {
  all(sql: string, params: SqlParams | SqlValues): SqlRow[];
  get(sql: string, params: SqlParams): SqlRow | null;
  iterate(sql: string, params: SqlParams): IterableIterator<SqlRow>;
  run(sql: string, params: SqlParams | SqlValues): { changes: number; lastId: number };
  exec(sql: string): void;
  inTransaction(): boolean;
  close(): void;
}

declare const reads: unique symbol;
declare const writes: unique symbol;
/** A database that a function may read. */
export interface ReadDb {
  readonly [reads]: true;
}
/** A database that a function may read and change. Every WriteDb is also a ReadDb. */
export interface WriteDb extends ReadDb {
  readonly [writes]: true;
}

// `ReadDb` and `WriteDb` are brands that exist only in types. At run time, both are a `Handle`.
const handleOf = (db: ReadDb): Handle => db as unknown as Handle;
export const createHandle = (handle: Handle): WriteDb => handle as unknown as WriteDb;

export const all = (db: ReadDb, sql: string, params: SqlParams | SqlValues = {}): SqlRow[] =>
  handleOf(db).all(sql, params);
/**
 * Returns the rows one by one. Until all of them have been read, the connection must not write and must not
 * run the same query again.
 */
export const iterate = (db: ReadDb, sql: string, params: SqlParams = {}): IterableIterator<SqlRow> =>
  handleOf(db).iterate(sql, params);
export const get = (db: ReadDb, sql: string, params: SqlParams = {}): SqlRow | null =>
  handleOf(db).get(sql, params);
/** Returns the column `n` of a query with a single row, such as a `SELECT count(*) AS n`. */
export function selectCount(db: ReadDb, sql: string, params: SqlParams = {}): number {
  const row = get(db, sql, params);
  return row === null ? 0 : num(row, 'n');
}
export const run = (
  db: WriteDb,
  sql: string,
  params: SqlParams | SqlValues = {},
): { changes: number; lastId: number } => handleOf(db).run(sql, params);
/** Runs several statements without parameters, such as a migration. */
export const exec = (db: WriteDb, sql: string): void => handleOf(db).exec(sql);
export const close = (db: WriteDb): void => handleOf(db).close();

/**
 * Returns a handle to the same database that calls `listener` each time `transaction` commits. `listener`
 * must not throw.
 */
export function withCommitListener(db: WriteDb, listener: () => void): WriteDb {
  const handle = handleOf(db);
  return createHandle({
    ...handle,
    exec: (sql) => {
      handle.exec(sql);
      if (sql === COMMIT) listener();
    },
  });
}

/** Makes the open transaction check foreign keys only when it commits. */
export const deferForeignKeys = (db: WriteDb): void => handleOf(db).exec('PRAGMA defer_foreign_keys = ON');

const COMMIT = 'COMMIT';

/**
 * Runs `body` in one transaction. The transaction takes the write lock immediately. It commits when `body`
 * returns, and rolls back if `body` throws. If a transaction is already open, `body` becomes part of it.
 */
export function transaction<T>(db: WriteDb, body: () => T): T {
  const handle = handleOf(db);
  if (handle.inTransaction()) return body();
  handle.exec('BEGIN IMMEDIATE');
  try {
    const result = body();
    handle.exec(COMMIT);
    return result;
  } catch (error) {
    // After some failures, such as a full disk, SQLite has already rolled back. A second ROLLBACK would fail
    // and hide the first error.
    if (handle.inTransaction()) handle.exec('ROLLBACK');
    throw error;
  }
}

const wrong = (row: SqlRow, column: string): never => {
  throw new Error(`column ${column} holds ${typeof row[column]}`);
};
export function text(row: SqlRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : wrong(row, column);
}
export function textOrNull(row: SqlRow, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}
export function num(row: SqlRow, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? value : wrong(row, column);
}
export function numOrNull(row: SqlRow, column: string): number | null {
  return row[column] === null ? null : num(row, column);
}
export function bytesOrNull(row: SqlRow, column: string): Buffer | null {
  const value: unknown = row[column];
  if (value === null) return null;
  if (Buffer.isBuffer(value)) return value;
  // better-sqlite3 returns a `Buffer`, but other SQLite drivers return a `Uint8Array` or an `ArrayBuffer`.
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value instanceof ArrayBuffer ? Buffer.from(value) : wrong(row, column);
}
export const flag = (row: SqlRow, column: string): boolean => num(row, column) !== 0;
