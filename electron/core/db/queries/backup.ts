import { createHash } from 'node:crypto';
import { all, exec, get, num, run, text, type ReadDb, type WriteDb } from '../sql.ts';

/** How many rows each table holds, by name. A virtual table has none of its own: they stand in its shadow tables. */
export type RowCounts = Readonly<Record<string, number>>;

/** Writes a whole, compact copy of the database as it stands: one file without a log beside it. `file` must not exist. */
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

export interface WordCounts {
  /** Companies with a note that is not empty. */
  readonly notes: number;
  /** Lists that were not removed. */
  readonly watchlists: number;
}

export function wordCounts(db: ReadDb): WordCounts {
  const row = get(
    db,
    `SELECT (SELECT count(*) FROM note WHERE written = 1) AS notes,
       (SELECT count(*) FROM watchlist WHERE removed_at_ms IS NULL) AS watchlists`,
  );
  return row === null
    ? { notes: 0, watchlists: 0 }
    : { notes: num(row, 'notes'), watchlists: num(row, 'watchlists') };
}

/** The newest migration that the file has seen; 0 for a new one. */
export function schemaVersion(db: ReadDb): number {
  const row = get(db, 'PRAGMA user_version');
  return row === null ? 0 : num(row, 'user_version');
}

/** What the file is made of, one line a table, index and trigger; statistics of the query planner left out. */
export const schemaLines = (db: ReadDb): string[] =>
  all(
    db,
    `SELECT type, name, tbl_name, coalesce(sql, '') AS sql FROM sqlite_schema
     WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' ORDER BY type, name`,
  ).map((row) => ['type', 'name', 'tbl_name', 'sql'].map((column) => text(row, column)).join(' '));

/** The same in one value. */
export const schemaSha256 = (db: ReadDb): string =>
  createHash('sha256').update(schemaLines(db).join('\n')).digest('hex');

/** A thread that folds just now (fold-worker.ts) is waited for, ms: SQLite itself waits for readers and writers alone. */
const FOLDING_MS = 5_000;
const AGAIN_MS = 5;

/** Moves everything from the log into the file itself and empties the log. False where a reader stood in the way. */
export function foldLog(db: WriteDb): boolean {
  for (let waitedMs = 0; ; waitedMs += AGAIN_MS) {
    const row = get(db, 'PRAGMA wal_checkpoint(TRUNCATE)');
    if (row === null) return false;
    // Without a length of the log it was not even begun: somebody else is at it.
    if (num(row, 'busy') === 0 || num(row, 'log') !== -1 || waitedMs >= FOLDING_MS)
      return num(row, 'busy') === 0;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);
  }
}

/** Moves what no reader needs from the log into the file; the next writer begins the log anew where that was all of it. */
export const foldPart = (db: WriteDb): void => exec(db, 'PRAGMA wal_checkpoint(PASSIVE)');
