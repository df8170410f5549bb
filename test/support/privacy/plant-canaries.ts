import { all, exec, run, selectCount, text, type WriteDb } from '../../../electron/core/database/sql.ts';

/*
 * Plants a text of its own in every column of a database, so a test can find out which columns reach a file. The
 * database is not consistent afterwards.
 */

/** The columns that stay as they are, by table. Tables that are named here get no rows. */
export type KeptColumns = Readonly<Record<string, readonly string[]>>;

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

export interface Planted {
  /** The planted texts, each with the name of its column in it. */
  readonly markers: readonly string[];
  /** The columns that hold a text or number of their own, as `table.column`. */
  readonly columns: readonly string[];
  /** The columns that refused it. */
  readonly refused: readonly string[];
}

/** Numbers are planted only `withNumbers`, because a changed number may hide a row from the code under test. */
export function plantCanaries(
  db: WriteDb,
  name: string,
  { kept = {}, withNumbers }: { readonly kept?: KeptColumns; readonly withNumbers: boolean },
): Planted {
  // Keys to other rows and fixed sets of values must not keep a canary out.
  exec(db, 'PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON');
  for (const row of all(db, "SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
    exec(db, `DROP TRIGGER "${text(row, 'name')}"`);
  const columns = columnsOf(db);
  for (const table of new Set(columns.map((column) => column.table)))
    if (kept[table] === undefined)
      fillEmpty(
        db,
        columns.filter((column) => column.table === table),
      );
  const [markers, planted, refused]: [string[], string[], string[]] = [[], [], []];
  columns.forEach((column, index) => {
    const { table, column: title, type } = column;
    if (kept[table]?.includes(title) === true) return;
    const isText = type === 'TEXT' || type === 'BLOB' || type === 'ANY';
    if (!isText && !withNumbers) return;
    const marker = isText ? `canary-${name}-${table}-${title}-7f3a` : String(NUMBERS_FROM + index);
    const isPlanted = plant(db, column, isText ? textValue(type, marker) : Number(marker));
    if (isPlanted) markers.push(marker);
    (isPlanted ? planted : refused).push(`${table}.${title}`);
  });
  return { markers, columns: planted, refused };
}

/** No number that the app stores is as great and as odd. */
const NUMBERS_FROM = 731_094_273_109;

const columnsOf = (db: WriteDb): Column[] =>
  all(
    db,
    `SELECT list.name AS name, info.name AS column_name, info.type AS type
     FROM pragma_table_list AS list JOIN pragma_table_xinfo(list.name) AS info
     WHERE list.schema = 'main' AND list.type = 'table' AND list.name NOT LIKE 'sqlite_%' AND info.hidden = 0
     ORDER BY list.name, info.cid`,
  ).map((row) => ({ table: text(row, 'name'), column: text(row, 'column_name'), type: text(row, 'type') }));

const textValue = (type: string, marker: string): string | Buffer =>
  type === 'BLOB' ? Buffer.from(marker) : marker;

/** Adds a row to an empty table. */
function fillEmpty(db: WriteDb, columns: readonly Column[]): void {
  const [first] = columns;
  if (first === undefined || selectCount(db, `SELECT count(*) AS n FROM "${first.table}"`) > 0) return;
  const names = columns.map(({ column }) => `"${column}"`).join(', ');
  const values = columns.map(({ type }) =>
    type === 'INTEGER' || type === 'REAL' ? '1' : type === 'BLOB' ? "x'31'" : "'1'",
  );
  run(db, `INSERT INTO "${first.table}" (${names}) VALUES (${values.join(', ')})`);
}

/** Writes a value into a column of all rows, or of one row if the column is unique. */
function plant(db: WriteDb, { table, column }: Column, value: string | number | Buffer): boolean {
  return run(db, `UPDATE OR IGNORE "${table}" SET "${column}" = :value`, { value }).changes > 0;
}
