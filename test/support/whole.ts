import { migrate, type Migration, type Whole } from '../../electron/core/db/migrate.ts';
import { openDatabase, type OpenOptions } from '../../electron/core/db/open.ts';
import { rowCounts, schemaSha256 } from '../../electron/core/db/queries/backup.ts';
import { all, close, get, text, type ReadDb, type WriteDb } from '../../electron/core/db/sql.ts';

/** The steps one by one, as every file went through them that is older than the newest of them. */
export const oneByOne = (steps: readonly Migration[]): readonly Migration[] =>
  steps.map(({ id, name, sql }) => ({ id, name, sql }));

/** An empty database in memory that went through every step. */
export function steppedThrough(steps: readonly Migration[], options: OpenOptions): WriteDb {
  const db = openDatabase(':memory:', options);
  migrate(db, oneByOne(steps));
  return db;
}

/** What makes a new database what the steps make of it, and what it is then. */
export function wholeOf(steps: readonly Migration[], options: OpenOptions): Whole {
  const db = steppedThrough(steps, options);
  try {
    const rows = Object.entries(rowCounts(db)).filter(([, count]) => count > 0);
    return { statements: writtenDown(db), schemaSha256: schemaSha256(db), rows: Object.fromEntries(rows) };
  } finally {
    close(db);
  }
}

function writtenDown(db: ReadDb): string[] {
  const schema = all(
    db,
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid",
  ).map((row) => ({ type: text(row, 'type'), name: text(row, 'name'), sql: text(row, 'sql') }));
  const isVirtual = ({ sql }: { sql: string }): boolean => /^CREATE VIRTUAL TABLE/i.test(sql);
  // A virtual table makes the tables behind it by itself.
  const behind = schema.filter(isVirtual).map(({ name }) => `${name}_`);
  const own = schema.filter(({ name }) => !behind.some((start) => name.startsWith(start)));
  const isTable = ({ type }: { type: string }): boolean => type === 'table';
  const tables = own.filter(isTable);
  return [
    ...tables.map(({ sql }) => sql),
    // Before the triggers are there, which would act on them.
    ...tables.filter((table) => !isVirtual(table)).flatMap(({ name }) => rowsOf(db, name)),
    ...numbersOf(db),
    ...tables.filter(isVirtual).flatMap(({ name }) => settingsOf(db, name)),
    ...own.filter((one) => !isTable(one)).map(({ sql }) => sql),
  ];
}

/** What was said to an index of words: that what is deleted is overwritten, for one. */
const settingsOf = (db: ReadDb, index: string): string[] =>
  all(db, `SELECT quote(k) AS k, quote(v) AS v FROM "${index}_config" WHERE k <> 'version'`).map(
    (row) => `INSERT INTO "${index}" ("${index}", rank) VALUES (${text(row, 'k')}, ${text(row, 'v')})`,
  );

/** Where AUTOINCREMENT goes on; SQLite makes the table for it by itself. */
function numbersOf(db: ReadDb): string[] {
  const isThere = get(db, "SELECT 1 AS one FROM sqlite_schema WHERE name = 'sqlite_sequence'") !== null;
  return isThere ? ['DELETE FROM sqlite_sequence', ...rowsOf(db, 'sqlite_sequence')] : [];
}

function rowsOf(db: ReadDb, table: string): string[] {
  const columns = all(db, `PRAGMA table_info("${table}")`).map((row) => `"${text(row, 'name')}"`);
  const values = columns.map((column) => `quote(${column})`).join(` || ', ' || `);
  return all(db, `SELECT ${values} AS told FROM "${table}"`).map(
    (row) => `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${text(row, 'told')})`,
  );
}
