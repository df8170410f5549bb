import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Migration } from '../../../electron/core/database/migrate.ts';
import { openDatabase, type OpenOptions } from '../../../electron/core/database/open.ts';
import { close, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { tempDir } from '../common/temp-dir.ts';
import { steppedThrough } from './schema-snapshot.ts';

/*
 * Migrated databases in memory. The migrations run once, and each database starts from a copy of the result.
 * Running them for each database would be too slow: they take 17 ms, and property tests open thousands of
 * databases.
 */

export const memoryDatabase = (steps: readonly Migration[], options: OpenOptions): WriteDb =>
  openDatabase(':memory:', { ...options, image: imageOf(steps, options) });

const images = new Map<readonly Migration[], Buffer>();

function imageOf(steps: readonly Migration[], options: OpenOptions): Buffer {
  const known = images.get(steps);
  if (known !== undefined) return known;
  const folder = tempDir();
  const db = steppedThrough(steps, options);
  try {
    const file = join(folder.path, 'image.db');
    run(db, 'VACUUM INTO :file', { file });
    const image = readFileSync(file);
    images.set(steps, image);
    return image;
  } finally {
    close(db);
    folder.remove();
  }
}
