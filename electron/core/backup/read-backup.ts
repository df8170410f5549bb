import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { yoursMigrations } from '../database/migrations/yours/index.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { close, transaction, type ReadDb } from '../database/sql.ts';
import { UNFINISHED_BACKUP } from './backup-store.ts';
import { removeWithSides } from './durable-files.ts';
import type { InspectionContext } from './inspect-database.ts';
import type { AfterRestore } from './restore.ts';

interface ReadBackup extends InspectionContext {
  /** The folder of the backups. */
  readonly root: string;
  /** A good backup. */
  readonly backup: string;
  readonly yours: ReadDb;
  readonly afterRestore: AfterRestore;
}

/**
 * Calls `read` with a copy of a backup. The copy is migrated to the newest schema, and everything that was
 * erased after the backup is removed from it. The copy is deleted when `read` returns. If the app crashes
 * first, the next backup deletes it.
 */
export function readBackup<T>(
  { root, backup, yours, afterRestore, clock, log }: ReadBackup,
  read: (copy: ReadDb) => T,
): T {
  const copy = join(root, UNFINISHED_BACKUP);
  removeWithSides(copy);
  try {
    copyFileSync(backup, copy);
    const db = openDatabase(copy, { clock, log });
    try {
      migrate(db, yoursMigrations);
      transaction(db, () => afterRestore(db, yours));
      return read(db);
    } finally {
      close(db);
    }
  } finally {
    removeWithSides(copy);
  }
}
