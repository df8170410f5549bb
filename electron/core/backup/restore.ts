import { join } from 'node:path';
import type { Backup } from '../../../shared/contract/backups.ts';
import { yoursMigrations } from '../database/migrations/yours/index.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { checkpointWal } from '../database/queries/backup.ts';
import { isIntact } from '../database/queries/integrity.ts';
import { close, transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import type { BackupStore } from './backup-store.ts';
import { fileFailure, stateFailure } from './file-errors.ts';
import { copyDurably, removeWithSides } from './durable-files.ts';
import { inspect, type InspectionContext } from './inspect-database.ts';
import { preparedFile, replaceFile } from './replace-file.ts';

/**
 * Reapplies the blocks and erasures that were made after the backup. Runs in one transaction on the prepared
 * copy. The copy replaces the current file only afterwards, so a restored file always contains these changes,
 * even after a crash. `before` is the file that is replaced; null if it cannot be read.
 */
export type AfterRestore = (restored: WriteDb, before: ReadDb | null) => void;

interface RestoreOptions extends InspectionContext {
  readonly folder: string;
  readonly store: BackupStore;
  readonly afterRestore?: AfterRestore;
}

interface RestoreResult {
  /** Backup of the replaced file; null if that file could not be read. */
  readonly safetyBackup: Backup | null;
  /** Name under which the unreadable file was set aside; null if there was none. */
  readonly setAside: string | null;
}

/**
 * Restores `yours.db` from a backup. The file must not be open. First makes and verifies a backup of the
 * current file. If the current file is unreadable, sets it aside instead.
 * @throws AppFailure `storage`, in which case the current file stays in place
 */
export function restoreYours(options: RestoreOptions, id: string): RestoreResult {
  const { folder, store, clock } = options;
  const { file } = store.goodFile(id);
  const prepared = preparedFile(folder, 'yours');
  removeWithSides(prepared);
  try {
    const safetyBackup = backUpAndPrepare(options, file, prepared);
    const setAside = replaceFile(folder, 'yours', clock.nowMs());
    if (safetyBackup === null || setAside === null) return { safetyBackup, setAside };
    // The replaced file is no longer needed, because `safetyBackup` is a backup of it.
    removeWithSides(join(folder, setAside));
    return { safetyBackup, setAside: null };
  } catch (error) {
    removeWithSides(prepared);
    throw error;
  }
}

function backUpAndPrepare(options: RestoreOptions, backup: string, prepared: string): Backup | null {
  const current = openCurrent(options.folder, options);
  try {
    const safetyBackup = current === null ? null : options.store.make('restore', current).backup;
    copyDurably(backup, prepared);
    prepare(prepared, current, options);
    return safetyBackup;
  } finally {
    if (current !== null) close(current);
  }
}

/**
 * Opens the current file; returns null if the file is damaged or missing. Throws for any other problem,
 * because a restore would not solve it.
 */
function openCurrent(folder: string, { clock, log }: InspectionContext): WriteDb | null {
  const surroundings = { clock, log };
  const file = join(folder, 'yours.db');
  const seen = inspect(file, yoursMigrations, true, surroundings);
  if (seen === 'damaged' || seen === 'missing') return null;
  if (seen !== 'ok' && seen !== 'new') throw stateFailure('yours', seen);
  return openDatabase(file, surroundings);
}

function prepare(file: string, current: ReadDb | null, options: RestoreOptions): void {
  const db = openDatabase(file, { clock: options.clock, log: options.log });
  try {
    migrate(db, yoursMigrations);
    transaction(db, () => options.afterRestore?.(db, current));
    if (!isIntact(db) || !checkpointWal(db)) throw fileFailure('backup', 'damaged');
  } finally {
    close(db);
  }
}
