import { createHash } from 'node:crypto';
import { all, exec, get, num, run, selectCount, text, type ReadDb, type WriteDb } from '../sql.ts';

/** Row count per table. Virtual tables are omitted because their rows are in their shadow tables. */
export type RowCounts = Readonly<Record<string, number>>;

/** Writes a complete, compact copy of the database to `file`, without a log. `file` must not exist. */
export const copyInto = (db: WriteDb, file: string): void => {
  run(db, 'VACUUM INTO :file', { file });
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export function rowCounts(db: ReadDb): RowCounts {
  const tables = all(
    db,
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND sql NOT LIKE 'CREATE VIRTUAL TABLE%' ORDER BY name`,
  );
  return Object.fromEntries(
    tables.map((row) => {
      const name = text(row, 'name');
      const counted = get(db, `SELECT count(*) AS n FROM ${quoted(name)}`);
      return [name, counted === null ? 0 : num(counted, 'n')];
    }),
  );
}

interface UserDataCounts {
  /** Number of companies with a non-empty note. */
  readonly notes: number;
  /** Number of lists that were not removed. */
  readonly watchlists: number;
}

export function userDataCounts(db: ReadDb): UserDataCounts {
  const row = get(
    db,
    `SELECT (SELECT count(*) FROM note WHERE written = 1) AS notes,
       (SELECT count(*) FROM watchlist WHERE removed_at_ms IS NULL) AS watchlists`,
  );
  return row === null
    ? { notes: 0, watchlists: 0 }
    : { notes: num(row, 'notes'), watchlists: num(row, 'watchlists') };
}

/**
 * Returns counts that never decrease during normal use of a file. These are the newest row ids of
 * `ledger.db`, or the number of rows ever inserted into tables with AUTOINCREMENT in `yours.db`.
 */
export function usageCounts(db: ReadDb, name: 'yours' | 'ledger'): number[] {
  const row = get(
    db,
    name === 'ledger'
      ? `SELECT (SELECT coalesce(max(id), 0) FROM entry) AS first,
           (SELECT coalesce(max(id), 0) FROM correction) AS second`
      : 'SELECT (SELECT coalesce(sum(seq), 0) FROM sqlite_sequence) AS first, 0 AS second',
  );
  return row === null ? [] : [num(row, 'first'), num(row, 'second')];
}

/**
 * Returns the total number of times that the stored notes were saved. Erasing a company lowers this number.
 */
export function noteRevisions(db: ReadDb): number {
  return selectCount(db, 'SELECT coalesce(sum(revision), 0) AS n FROM note');
}

/** Returns the id of the newest applied migration; 0 for a new file. */
export function schemaVersion(db: ReadDb): number {
  const row = get(db, 'PRAGMA user_version');
  return row === null ? 0 : num(row, 'user_version');
}

/** Returns the schema, one line per table, index and trigger, without the query planner's statistics. */
export const schemaLines = (db: ReadDb): string[] =>
  all(
    db,
    `SELECT type, name, tbl_name, coalesce(sql, '') AS sql FROM sqlite_schema
     WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' ORDER BY type, name`,
  ).map((row) => ['type', 'name', 'tbl_name', 'sql'].map((column) => text(row, column)).join(' '));

/** Returns the SHA-256 of the schema lines, hexadecimal. */
export const schemaSha256 = (db: ReadDb): string =>
  createHash('sha256').update(schemaLines(db).join('\n')).digest('hex');

/**
 * Maximum time in ms to wait while another connection checkpoints. SQLite's own busy timeout does not cover
 * this case; it covers only waiting for readers and writers.
 */
const CHECKPOINT_MS = 5_000;
const RETRY_MS = 5;

/**
 * Checkpoints the log and truncates it.
 * @returns false if a reader prevented it
 */
export function checkpointWal(db: WriteDb): boolean {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const row = get(db, 'PRAGMA wal_checkpoint(TRUNCATE)');
    if (row === null) return false;
    // `log` is -1 if the checkpoint could not start because another one is running.
    if (num(row, 'busy') === 0 || num(row, 'log') !== -1 || waitedMs >= CHECKPOINT_MS)
      return num(row, 'busy') === 0;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
  }
}

/**
 * Copies pages from the log to the database, except pages that a reader still needs. If all pages were
 * copied, the next writer starts again at the beginning of the log.
 */
export const checkpointPart = (db: WriteDb): void => exec(db, 'PRAGMA wal_checkpoint(PASSIVE)');
