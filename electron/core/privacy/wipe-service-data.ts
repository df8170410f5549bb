import { join } from 'node:path';
import { cacheMigrations } from '../database/migrations/cache/index.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { close } from '../database/sql.ts';
import { removeWithSides, syncFolder } from '../backup/durable-files.ts';
import type { Clock, Logger } from '../ports.ts';
import { removeSetAside } from './erase-in-backups.ts';

/**
 * Deletes the downloaded data and the quarantined caches of a closed workspace. Then creates an empty
 * `cache.db`; after a crash in between, the next start creates it.
 * @throws AppFailure `storage`
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
