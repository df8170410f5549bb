import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { yoursMigrations } from '../db/migrations/yours/index.ts';
import { openDatabase } from '../db/open.ts';
import { hasTable } from '../db/queries/privacy.ts';
import { companyIdsAfter } from '../db/queries/search.ts';
import { close, type ReadDb } from '../db/sql.ts';
import { BACKUP_FOLDER } from './backup-store.ts';
import type { Surroundings } from './inspect.ts';
import { isWrittenIn } from './written.ts';

/** Whether a workspace's folder may hold what the seller wrote or paid for: also where that cannot be told. */
export function isWorthKeeping(folder: string, surroundings: Surroundings): boolean {
  if (existsSync(join(folder, BACKUP_FOLDER))) return true;
  const found = (name: string, look: (db: ReadDb) => boolean): boolean =>
    isFoundIn(join(folder, name), surroundings, look);
  return (
    found('yours.db', (yours) => isWrittenIn(yours, yoursMigrations, surroundings)) ||
    // To connect fetches no company: a crash at that leaves none.
    found('cache.db', (cache) => hasTable(cache, 'company') && companyIdsAfter(cache, '', 1).length > 0)
  );
}

function isFoundIn(file: string, surroundings: Surroundings, look: (db: ReadDb) => boolean): boolean {
  if (!existsSync(file)) return false;
  try {
    const db = openDatabase(file, { ...surroundings, readOnly: true });
    try {
      return look(db);
    } finally {
      close(db);
    }
  } catch {
    return true;
  }
}
