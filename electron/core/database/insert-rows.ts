import { run, type SqlParams, type SqlValue, type WriteDb } from './sql.ts';

/**
 * Numbers of rows that one statement can insert, largest first. They divide the usual page sizes, 25 and 50,
 * so a page is inserted with few statements. There are only three sizes, so few statements are prepared.
 */
const BATCHES = [25, 5, 1] as const;

/** Statements that each insert several rows. */
export interface RowInsert {
  /** Parameters of a row, in the order in which the statements bind them. */
  readonly names: readonly string[];
  readonly batches: readonly { readonly rows: number; readonly sql: string }[];
}

/**
 * Creates the statements for `insertRows` from an INSERT of one row. Its `VALUES` must contain only named
 * parameters, which are replaced by `?`, because binding values by name takes 1.5 times as long.
 */
export function rowInsert(sql: string): RowInsert {
  const [, before = '', row = '', after = ''] = /^(.*\sVALUES\s+)\(([^()]*)\)(.*)$/s.exec(sql) ?? [];
  const names = row.split(',').map((name) => /^\s*:(\w+)\s*$/.exec(name)?.[1] ?? '');
  if (names.includes('')) throw new Error(`not an INSERT of named parameters: ${sql.slice(0, 200)}`);
  const places = `(${names.map(() => '?').join(', ')})`;
  return {
    names,
    batches: BATCHES.map((rows) => ({
      rows,
      sql: `${before}${new Array(rows).fill(places).join(', ')}${after}`,
    })),
  };
}

/** Inserts rows with as few statements as possible. Call inside a transaction. */
export function insertRows(db: WriteDb, { names, batches }: RowInsert, rows: readonly SqlParams[]): void {
  let at = 0;
  for (const batch of batches)
    for (; rows.length - at >= batch.rows; at += batch.rows) {
      const values: SqlValue[] = [];
      for (const row of rows.slice(at, at + batch.rows))
        for (const name of names) values.push(valueIn(row, name));
      run(db, batch.sql, values);
    }
}

function valueIn(row: SqlParams, name: string): SqlValue {
  const value = row[name];
  if (value === undefined) throw new Error(`missing parameter ${name}`);
  return value;
}
