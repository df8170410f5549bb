import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { yoursMigrations } from '../db/migrations/yours/index.ts';
import { openDatabase } from '../db/open.ts';
import { close } from '../db/sql.ts';
import { BACKUP_FOLDER } from './backup-store.ts';
import type { Surroundings } from './inspect.ts';
import { isWrittenIn } from './written.ts';

/** Whether a workspace's folder may hold what the seller wrote: also where that cannot be told. */
export function holdsWords(folder: string, surroundings: Surroundings): boolean {
  if (existsSync(join(folder, BACKUP_FOLDER))) return true;
  const file = join(folder, 'yours.db');
  if (!existsSync(file)) return false;
  try {
    const yours = openDatabase(file, { ...surroundings, readOnly: true });
    try {
      return isWrittenIn(yours, yoursMigrations, surroundings);
    } finally {
      close(yours);
    }
  } catch {
    return true;
  }
}
