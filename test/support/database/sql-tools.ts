import {
  all,
  createHandle,
  exec,
  get,
  iterate,
  run,
  text,
  type ReadDb,
  type SqlParams,
  type SqlValues,
  type WriteDb,
} from '../../../electron/core/database/sql.ts';

/** Returns the SQL of every table, index and trigger as SQLite stores it, in a stable order. */
export const schemaOf = (db: ReadDb): string =>
  all(
    db,
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC, name",
  )
    .map((row) => `${text(row, 'sql')};\n`)
    .join('\n');

/** Runs `work` and returns the query plans of all its statements. */
export function plansOf(db: WriteDb, work: (db: WriteDb) => unknown): string[] {
  const plans: string[] = [];
  const explain = (sql: string, params: SqlParams | SqlValues): void => {
    for (const row of all(db, `EXPLAIN QUERY PLAN ${sql}`, params)) plans.push(text(row, 'detail'));
  };
  work(
    createHandle({
      all: (sql, params) => {
        explain(sql, params);
        return all(db, sql, params);
      },
      get: (sql, params) => {
        explain(sql, params);
        return get(db, sql, params);
      },
      iterate: (sql, params) => {
        explain(sql, params);
        return iterate(db, sql, params);
      },
      run: (sql, params) => {
        explain(sql, params);
        return run(db, sql, params);
      },
      exec: (sql) => exec(db, sql),
      inTransaction: () => false,
      close: () => undefined,
    }),
  );
  return plans;
}
