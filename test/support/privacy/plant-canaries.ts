import { all, exec, run, selectCount, text, type WriteDb } from '../../../electron/core/database/sql.ts';

/*
 * Plants a different text in every column of a database, so a test can find out which columns are
 * written to a file. The database is inconsistent afterwards.
 */

/** Columns that get no planted text, by table. No row is added to these tables. */
export type KeptColumns = Readonly<Record<string, readonly string[]>>;

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

export interface Planted {
  /** The planted values. Each text contains the name of its column. */
  readonly markers: readonly string[];
  /** The columns in which a value was planted, as `table.column`. */
  readonly columns: readonly string[];
  /** The columns in which no value could be planted. */
  readonly refused: readonly string[];
}

/**
 * Plants texts, and also numbers if `withNumbers` is true. Numbers are optional, because a changed number may
 * hide a row from the code under test.
 */
export function plantCanaries(
  db: WriteDb,
  name: string,
  { kept = {}, withNumbers }: { readonly kept?: KeptColumns; readonly withNumbers: boolean },
): Planted {
  // Turns off foreign keys and CHECK constraints, which would reject many canaries.
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

/**
 * The first of the planted numbers. It is so unusual that the app is unlikely to store it for any other
 * reason.
 */
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

function fillEmpty(db: WriteDb, columns: readonly Column[]): void {
  const [first] = columns;
  if (first === undefined || selectCount(db, `SELECT count(*) AS n FROM "${first.table}"`) > 0) return;
  const names = columns.map(({ column }) => `"${column}"`).join(', ');
  const values = columns.map(({ type }) =>
    type === 'INTEGER' || type === 'REAL' ? '1' : type === 'BLOB' ? "x'31'" : "'1'",
  );
  run(db, `INSERT INTO "${first.table}" (${names}) VALUES (${values.join(', ')})`);
}

/** Writes a value into a column: into all rows, or into one row if the column is unique. */
function plant(db: WriteDb, { table, column }: Column, value: string | number | Buffer): boolean {
  return run(db, `UPDATE OR IGNORE "${table}" SET "${column}" = :value`, { value }).changes > 0;
}
