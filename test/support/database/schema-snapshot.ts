import { migrate, type Migration, type MigrationResult } from '../../../electron/core/database/migrate.ts';
import { openDatabase, type OpenOptions } from '../../../electron/core/database/open.ts';
import { rowCounts, schemaSha256 } from '../../../electron/core/database/queries/backup.ts';
import { all, close, get, text, type ReadDb, type WriteDb } from '../../../electron/core/database/sql.ts';

/**
 * Removes the combined scripts (`whole`), with which the app creates new files. Without a combined script, a
 * new file is migrated step by step.
 */
export const withoutSnapshot = (steps: readonly Migration[]): readonly Migration[] =>
  steps.map(({ id, name, sql }) => ({ id, name, sql }));

/** Returns an empty in-memory database that was migrated step by step. */
export function steppedThrough(steps: readonly Migration[], options: OpenOptions): WriteDb {
  const db = openDatabase(':memory:', options);
  migrate(db, withoutSnapshot(steps));
  return db;
}

/** Returns the combined script (`whole`), which creates a database identical to a migrated one. */
export function wholeOf(steps: readonly Migration[], options: OpenOptions): MigrationResult {
  const db = steppedThrough(steps, options);
  try {
    const rows = Object.entries(rowCounts(db)).filter(([, count]) => count > 0);
    return { statements: statementsOf(db), schemaSha256: schemaSha256(db), rows: Object.fromEntries(rows) };
  } finally {
    close(db);
  }
}

function statementsOf(db: ReadDb): string[] {
  const schema = all(
    db,
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid",
  ).map((row) => ({ type: text(row, 'type'), name: text(row, 'name'), sql: text(row, 'sql') }));
  const isVirtual = ({ sql }: { sql: string }): boolean => /^CREATE VIRTUAL TABLE/i.test(sql);
  // When a virtual table is created, SQLite also creates its shadow tables. Shadow tables therefore need no
  // separate statements.
  const shadowTables = schema.filter(isVirtual).map(({ name }) => `${name}_`);
  const own = schema.filter(({ name }) => !shadowTables.some((start) => name.startsWith(start)));
  const isTable = ({ type }: { type: string }): boolean => type === 'table';
  const tables = own.filter(isTable);
  return [
    ...tables.map(({ sql }) => sql),
    // Rows come before triggers, because triggers would fire on the inserts.
    ...tables.filter((table) => !isVirtual(table)).flatMap(({ name }) => rowsOf(db, name)),
    ...numbersOf(db),
    ...tables.filter(isVirtual).flatMap(({ name }) => settingsOf(db, name)),
    ...own.filter((one) => !isTable(one)).map(({ sql }) => sql),
  ];
}

/** Returns statements that set the options of a full-text index, such as `secure-delete`. */
const settingsOf = (db: ReadDb, index: string): string[] =>
  all(db, `SELECT quote(k) AS k, quote(v) AS v FROM "${index}_config" WHERE k <> 'version'`).map(
    (row) => `INSERT INTO "${index}" ("${index}", rank) VALUES (${text(row, 'k')}, ${text(row, 'v')})`,
  );

/**
 * Returns statements that restore the AUTOINCREMENT counters. They change rows in the table
 * `sqlite_sequence`, but do not create this table, because only SQLite itself can do so.
 */
function numbersOf(db: ReadDb): string[] {
  const isThere = get(db, "SELECT 1 AS one FROM sqlite_schema WHERE name = 'sqlite_sequence'") !== null;
  return isThere ? ['DELETE FROM sqlite_sequence', ...rowsOf(db, 'sqlite_sequence')] : [];
}

function rowsOf(db: ReadDb, table: string): string[] {
  const columns = all(db, `PRAGMA table_info("${table}")`).map((row) => `"${text(row, 'name')}"`);
  const values = columns.map((column) => `quote(${column})`).join(` || ', ' || `);
  return all(db, `SELECT ${values} AS row_values FROM "${table}"`).map(
    (row) => `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${text(row, 'row_values')})`,
  );
}
