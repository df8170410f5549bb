import { AppFailure } from '../../../shared/app-failure.ts';
import { exec, get, num, transaction, type WriteDb } from './sql.ts';

/** One step of a schema, frozen once shipped. Ids grow in tens: 10, 20, 30 (`0010-*.ts`). */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
}

/**
 * Brings a database to the newest step, all missing steps in one transaction: a failure leaves the old version whole.
 * @throws AppFailure storage too-new when a newer Roundwatch wrote this file
 */
export function migrate(db: WriteDb, steps: readonly Migration[]): void {
  const row = get(db, 'PRAGMA user_version');
  const version = row === null ? 0 : num(row, 'user_version');
  const newest = steps.at(-1)?.id ?? 0;
  if (version > newest) throw new AppFailure({ kind: 'storage', reason: 'too-new' });
  const missing = steps.filter(({ id }) => id > version);
  if (missing.length === 0) return;
  transaction(db, () => {
    for (const { sql } of missing) exec(db, sql);
    exec(db, `PRAGMA user_version = ${newest}`);
  });
}
