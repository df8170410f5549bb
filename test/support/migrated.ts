import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Migration } from '../../electron/core/db/migrate.ts';
import { openDatabase, type OpenOptions } from '../../electron/core/db/open.ts';
import { close, run, type WriteDb } from '../../electron/core/db/sql.ts';
import { tempDir } from './temp-dir.ts';
import { steppedThrough } from './whole.ts';

/*
 * Databases in memory as the migrations leave them. To go through a dozen migrations costs 17 ms of the processor, and properties
 * begin thousands of databases: what came of them once is kept as the file that it would be, and a new database begins as that.
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
