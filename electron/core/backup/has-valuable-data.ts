import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { yoursMigrations } from '../database/migrations/yours/index.ts';
import { openDatabase } from '../database/open.ts';
import { hasTable } from '../database/queries/privacy-state.ts';
import { companyIdsAfter } from '../database/queries/cache/search-index.ts';
import { close, type ReadDb } from '../database/sql.ts';
import { BACKUP_FOLDER } from './backup-store.ts';
import type { InspectionContext } from './inspect-database.ts';
import { hasOwnRows } from './has-user-data.ts';

/**
 * Returns whether a workspace folder may contain user data or paid data. Returns true if a file cannot be
 * read.
 */
export function hasValuableData(folder: string, surroundings: InspectionContext): boolean {
  if (existsSync(join(folder, BACKUP_FOLDER))) return true;
  const found = (name: string, check: (db: ReadDb) => boolean): boolean =>
    isFoundIn(join(folder, name), surroundings, check);
  return (
    found('yours.db', (yours) => hasOwnRows(yours, yoursMigrations, surroundings)) ||
    // Companies are fetched only after connecting. If the user never completed that step, the cache contains
    // no companies.
    found('cache.db', (cache) => hasTable(cache, 'company') && companyIdsAfter(cache, '', 1).length > 0)
  );
}

function isFoundIn(file: string, surroundings: InspectionContext, check: (db: ReadDb) => boolean): boolean {
  if (!existsSync(file)) return false;
  try {
    const db = openDatabase(file, { ...surroundings, readOnly: true });
    try {
      return check(db);
    } finally {
      close(db);
    }
  } catch {
    return true;
  }
}
