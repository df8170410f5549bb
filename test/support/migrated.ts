import { migrate, type Migration } from '../../electron/core/db/migrate.ts';
import { openDatabase, type OpenOptions } from '../../electron/core/db/open.ts';
import { all, close, exec, get, num, text, type ReadDb, type WriteDb } from '../../electron/core/db/sql.ts';

/*
 * Databases in memory as the migrations leave them. To go through a dozen migrations costs 17 ms of the processor, and properties
 * begin thousands of databases: what came of them once is written down, and a new database is given that in one piece.
 */

export function memoryDatabase(steps: readonly Migration[], options: OpenOptions): WriteDb {
  const script = scriptOf(steps, options);
  const db = openDatabase(':memory:', options);
  exec(db, script);
  return db;
}

const scripts = new Map<readonly Migration[], string>();

/** What makes an empty database what the migrations make of it. */
function scriptOf(steps: readonly Migration[], options: OpenOptions): string {
  const known = scripts.get(steps);
  if (known !== undefined) return known;
  const db = openDatabase(':memory:', options);
  try {
    migrate(db, steps);
    const script = writtenDown(db);
    scripts.set(steps, script);
    return script;
  } finally {
    close(db);
  }
}

function writtenDown(db: ReadDb): string {
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
  const version = get(db, 'PRAGMA user_version');
  return [
    'BEGIN',
    ...tables.map(({ sql }) => sql),
    // Before the triggers are there, which would act on them.
    ...tables.filter((table) => !isVirtual(table)).flatMap(({ name }) => rowsOf(db, name)),
    ...numbersOf(db),
    ...tables.filter(isVirtual).flatMap(({ name }) => settingsOf(db, name)),
    ...own.filter((one) => !isTable(one)).map(({ sql }) => sql),
    `PRAGMA user_version = ${version === null ? 0 : num(version, 'user_version')}`,
    'COMMIT',
    '',
  ].join(';\n');
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
