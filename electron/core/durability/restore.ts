import { join } from 'node:path';
import type { Backup } from '../../../shared/contract-backups.ts';
import { yoursMigrations } from '../db/migrations/yours/index.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { foldLog } from '../db/queries/backup.ts';
import { isWhole } from '../db/queries/soundness.ts';
import { close, transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import type { BackupStore } from './backup-store.ts';
import { fileFailure, stateFailure } from './file-failure.ts';
import { copyDurably, removeWithSides } from './file-sync.ts';
import { inspect, type Surroundings } from './inspect.ts';
import { preparedFile, replaceFile } from './replace-file.ts';

/**
 * What must hold after a restore although the backup does not know of it: suppressions and erasures. Runs in one transaction
 * on the copy, before it takes its place, so that no crash leaves a restored file without it. `before` is the file that is
 * replaced, where it can be read.
 */
export type AfterRestore = (restored: WriteDb, before: ReadDb | null) => void;

export interface RestoreOptions extends Surroundings {
  readonly folder: string;
  readonly store: BackupStore;
  readonly afterRestore?: AfterRestore;
}

export interface Restored {
  /** The backup that was made of what stood; null where that could not be read. */
  readonly kept: Backup | null;
  /** Name of the file that could not be read, kept as it was. */
  readonly setAside: string | null;
}

/**
 * Puts a backup in the place of `yours.db`, which nothing may hold open. What stands is kept first, in a backup of its own that
 * is verified like any other; where it cannot be read the file itself is set aside.
 * @throws AppFailure storage; then what stood before stands
 */
export function restoreYours(options: RestoreOptions, id: string): Restored {
  const { folder, store, clock } = options;
  const { file } = store.goodFile(id);
  const prepared = preparedFile(folder, 'yours');
  removeWithSides(prepared);
  try {
    const kept = keepAndPrepare(options, file, prepared);
    const setAside = replaceFile(folder, 'yours', clock.nowMs());
    if (kept === null || setAside === null) return { kept, setAside };
    // All that is in it is in the backup as well.
    removeWithSides(join(folder, setAside));
    return { kept, setAside: null };
  } catch (error) {
    removeWithSides(prepared);
    throw error;
  }
}

function keepAndPrepare(options: RestoreOptions, backup: string, prepared: string): Backup | null {
  const standing = openStanding(options.folder, options);
  try {
    const kept = standing === null ? null : options.store.make('restore', standing).backup;
    copyDurably(backup, prepared);
    prepare(prepared, standing, options);
    return kept;
  } finally {
    if (standing !== null) close(standing);
  }
}

/** What stands now, open; null where it is damaged or gone. Any other trouble is told: a restore would not help. */
function openStanding(folder: string, { clock, log }: Surroundings): WriteDb | null {
  const surroundings = { clock, log };
  const file = join(folder, 'yours.db');
  const seen = inspect(file, yoursMigrations, true, surroundings);
  if (seen === 'damaged' || seen === 'missing') return null;
  if (seen !== 'ok' && seen !== 'new') throw stateFailure('yours', seen);
  return openDatabase(file, surroundings);
}

function prepare(file: string, standing: ReadDb | null, options: RestoreOptions): void {
  const db = openDatabase(file, { clock: options.clock, log: options.log });
  try {
    migrate(db, yoursMigrations);
    transaction(db, () => options.afterRestore?.(db, standing));
    if (!isWhole(db) || !foldLog(db)) throw fileFailure('backup', 'damaged');
  } finally {
    close(db);
  }
}
