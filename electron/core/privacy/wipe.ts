import { join } from 'node:path';
import { cacheMigrations } from '../db/migrations/cache/index.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { close } from '../db/sql.ts';
import { removeWithSides, syncFolder } from '../durability/file-sync.ts';
import type { Clock, Logger } from '../ports.ts';
import { removeSetAside } from './backups.ts';

/**
 * Removes everything that the service said from a closed workspace's folder and begins `cache.db` anew; older caches that
 * were set aside as damaged go too. A crash in between leaves no cache, which opens as an empty one.
 * @throws AppFailure storage
 */
export function wipeServiceData(folder: string, surroundings: { clock: Clock; log: Logger }): void {
  const file = join(folder, 'cache.db');
  removeWithSides(file);
  removeSetAside(folder, 'cache');
  syncFolder(folder);
  const db = openDatabase(file, surroundings);
  try {
    migrate(db, cacheMigrations);
  } finally {
    close(db);
  }
}
