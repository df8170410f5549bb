import {
  all,
  createHandle,
  exec,
  get,
  iterate,
  run,
  type WriteDb,
} from '../../../electron/core/database/sql.ts';

/** Wraps a cache whose index file can be searched, but whose words cannot be listed. */
export function withoutIndexWords(db: WriteDb): WriteDb {
  let isOpen = false;
  return createHandle({
    all: (sql, params) => all(db, sql, params),
    get: (sql, params) => get(db, sql, params),
    iterate: (sql, params) => iterate(db, sql, params),
    run: (sql, params) => run(db, sql, params),
    exec: (sql) => {
      if (sql.includes('fts5vocab')) throw new Error('the words cannot be listed');
      exec(db, sql);
      isOpen = sql.startsWith('BEGIN');
    },
    inTransaction: () => isOpen,
    close: () => undefined,
  });
}
