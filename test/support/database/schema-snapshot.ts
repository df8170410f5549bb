import { migrate, type Migration, type MigrationResult } from '../../../electron/core/database/migrate.ts';
import { openDatabase, type OpenOptions } from '../../../electron/core/database/open.ts';
import { rowCounts, schemaSha256 } from '../../../electron/core/database/queries/backup.ts';
import { all, close, get, text, type ReadDb, type WriteDb } from '../../../electron/core/database/sql.ts';

/** The individual steps, without the combined script for new files. */
export const withoutSnapshot = (steps: readonly Migration[]): readonly Migration[] =>
  steps.map(({ id, name, sql }) => ({ id, name, sql }));

/** An empty in-memory database that ran every step. */
export function steppedThrough(steps: readonly Migration[], options: OpenOptions): WriteDb {
  const db = openDatabase(':memory:', options);
  migrate(db, withoutSnapshot(steps));
  return db;
}

/** The script that creates a new database equal to a migrated one, and the resulting schema. */
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
  // SQLite creates the shadow tables of a virtual table.
  const shadowTables = schema.filter(isVirtual).map(({ name }) => `${name}_`);
  const own = schema.filter(({ name }) => !shadowTables.some((start) => name.startsWith(start)));
  const isTable = ({ type }: { type: string }): boolean => type === 'table';
  const tables = own.filter(isTable);
  return [
    ...tables.map(({ sql }) => sql),
    // Insert rows before creating the triggers, which would fire on them.
    ...tables.filter((table) => !isVirtual(table)).flatMap(({ name }) => rowsOf(db, name)),
    ...numbersOf(db),
    ...tables.filter(isVirtual).flatMap(({ name }) => settingsOf(db, name)),
    ...own.filter((one) => !isTable(one)).map(({ sql }) => sql),
  ];
}

/** Configuration of a full-text index, for instance that deleted text is overwritten. */
const settingsOf = (db: ReadDb, index: string): string[] =>
  all(db, `SELECT quote(k) AS k, quote(v) AS v FROM "${index}_config" WHERE k <> 'version'`).map(
    (row) => `INSERT INTO "${index}" ("${index}", rank) VALUES (${text(row, 'k')}, ${text(row, 'v')})`,
  );

/** The AUTOINCREMENT counters; SQLite creates their table automatically. */
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
