import { createHandle, type SqlParams, type WriteDb } from '../../../electron/core/database/sql.ts';

type Handle = Parameters<typeof createHandle>[0];

/** Returns another handle to the same database. The handle appends the SQL of each statement to `ran`. */
export function countedStatements(db: WriteDb): { readonly db: WriteDb; readonly ran: readonly string[] } {
  // Every `WriteDb` is a `Handle` at run time.
  const handle = db as unknown as Handle;
  const ran: string[] = [];
  const noted =
    <T>(work: (sql: string, params: SqlParams) => T) =>
    (sql: string, params: SqlParams): T => {
      ran.push(sql);
      return work(sql, params);
    };
  return {
    db: createHandle({
      ...handle,
      all: noted(handle.all),
      get: noted(handle.get),
      iterate: noted(handle.iterate),
      run: noted(handle.run),
      exec: (sql) => {
        ran.push(sql);
        handle.exec(sql);
      },
    }),
    ran,
  };
}
