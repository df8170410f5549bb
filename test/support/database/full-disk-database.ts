import { AppFailure } from '../../../shared/app-failure.ts';
import {
  all,
  createHandle,
  exec,
  get,
  iterate,
  run,
  type WriteDb,
} from '../../../electron/core/database/sql.ts';

/** Wraps a database. While `disk.isFull` is set, its writes fail with the error for a full disk. */
export function fillable(db: WriteDb, disk: { isFull: boolean }): WriteDb {
  const require = (): void => {
    if (disk.isFull) throw new AppFailure({ kind: 'storage', reason: 'full', file: 'cache' });
  };
  let isOpen = false;
  return createHandle({
    all: (sql, params) => all(db, sql, params),
    get: (sql, params) => get(db, sql, params),
    iterate: (sql, params) => iterate(db, sql, params),
    run: (sql, params) => {
      require();
      return run(db, sql, params);
    },
    exec: (sql) => {
      exec(db, sql);
      isOpen = sql.startsWith('BEGIN');
    },
    inTransaction: () => isOpen,
    close: () => undefined,
  });
}
