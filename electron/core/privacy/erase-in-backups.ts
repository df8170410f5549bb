import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../database/open.ts';
import { checkpointWal } from '../database/queries/backup.ts';
import { vacuum } from '../database/queries/cache/deletion.ts';
import { companiesNamed, clearCompanyName } from '../database/queries/privacy-state.ts';
import { isIntact } from '../database/queries/integrity.ts';
import { close, transaction, type WriteDb } from '../database/sql.ts';
import { backupName, DIGEST_LENGTH, parseBackupName } from '../backup/backup-name.ts';
import { BACKUP_FOLDER, UNFINISHED_BACKUP } from '../backup/backup-store.ts';
import { copyDurably, digestOf, removeWithSides, syncFile, syncFolder } from '../backup/durable-files.ts';
import type { Clock, Logger } from '../ports.ts';
import { eraseSearchRows } from './erasure-records.ts';
import { isStorage } from '../foundation/storage-errors.ts';

/** The result of removing data from backups and quarantined files. */
export interface Copies {
  /** Number of `yours.db` backups that were rewritten without the removed data. */
  readonly backupsAmended: number;
  /**
   * Number of deleted files: quarantined database files, and backups that cannot be edited because they are
   * damaged.
   */
  readonly filesRemoved: number;
}

/**
 * Removes rows or names from a `yours.db` file, in a transaction. Returns the number of removed rows or
 * names.
 */
type EditBackup = (db: WriteDb) => number;

export interface BackupErasureParts {
  readonly clock: Clock;
  readonly log: Logger;
}

/** Name patterns of quarantined files, which a repair or a restore leaves in the workspace folder. */
const ASIDE = {
  cache: /^cache\.(?:damaged|replaced)-.+?\.db(?:-wal|-shm|-journal)?$/,
  yours: /^yours\.(?:damaged|replaced)-.+?\.db(?:-wal|-shm|-journal)?$/,
  record: /^workspace\.damaged-.+\.json$/,
} as const;

/**
 * Removes the names of erased companies from every backup. Also deletes quarantined databases.
 * @throws AppFailure `storage` if a backup cannot be processed; the next start processes the remaining
 * backups
 */
export function eraseInBackups(
  folder: string,
  surroundings: BackupErasureParts,
  isErased: (companyId: string) => boolean,
): Copies {
  const { backupsAmended, filesRemoved } = amendBackups(folder, surroundings, (db) =>
    companiesNamed(db)
      .filter(isErased)
      .reduce(
        (sum, id) => sum + clearCompanyName(db, id),
        eraseSearchRows(db, (ids) => ids.filter(isErased)),
      ),
  );
  return {
    backupsAmended,
    filesRemoved: filesRemoved + removeSetAside(folder, 'cache') + removeSetAside(folder, 'yours'),
  };
}

/**
 * Edits every backup. The date and kind of a backup stay the same. The edit is made in a copy, which is
 * verified before it replaces the backup, so a crash cannot destroy the backup. Damaged backups are deleted.
 * @throws AppFailure `storage`; the remaining backups are unchanged
 */
export function amendBackups(folder: string, surroundings: BackupErasureParts, edit: EditBackup): Copies {
  const root = join(folder, BACKUP_FOLDER);
  let [backupsAmended, filesRemoved] = [0, 0];
  for (const name of existsSync(root) ? readdirSync(root) : []) {
    if (parseBackupName(name) === null) continue;
    const outcome = amend(root, name, surroundings, edit);
    if (outcome === 'amended') backupsAmended += 1;
    if (outcome === 'removed') filesRemoved += 1;
  }
  return { backupsAmended, filesRemoved };
}

/**
 * Deletes the quarantined files of one kind that were last modified before `beforeMs` (local clock). `cache`
 * files contain contacts, and `yours` files contain user data. An attacker may be able to obtain an older
 * contact key from `record` files.
 * @returns the number of deleted database files
 */
export function removeSetAside(folder: string, of: keyof typeof ASIDE, beforeMs = Infinity): number {
  const names = readdirSync(folder).filter(
    (name) => ASIDE[of].test(name) && statSync(join(folder, name)).mtimeMs < beforeMs,
  );
  for (const name of names) rmSync(join(folder, name), { force: true });
  if (names.length > 0) syncFolder(folder);
  return names.filter((name) => name.endsWith('.db')).length;
}

type Outcome = 'untouched' | 'amended' | 'removed';

function amend(root: string, name: string, surroundings: BackupErasureParts, edit: EditBackup): Outcome {
  const file = join(root, name);
  if (!isAsMade(file, name)) {
    removeWithSides(file);
    return 'removed';
  }
  // If the app crashes, this file remains, and the next backup deletes it.
  const unfinished = join(root, UNFINISHED_BACKUP);
  removeWithSides(unfinished);
  try {
    copyDurably(file, unfinished);
    chmodSync(unfinished, 0o600);
    const changed = editFile(unfinished, surroundings, edit);
    if (changed === 'damaged') {
      removeWithSides(file);
      return 'removed';
    }
    if (changed === 0) return 'untouched';
    syncFile(unfinished);
    replace(root, name, unfinished);
    return 'amended';
  } finally {
    removeWithSides(unfinished);
  }
}

/**
 * Returns whether the content of a backup still matches the digest in its name. Otherwise, the backup is
 * damaged.
 */
const isAsMade = (file: string, name: string): boolean =>
  digestOf(file).slice(0, DIGEST_LENGTH) === parseBackupName(name)?.digest;

/**
 * Edits one `yours.db` file and makes sure that its free pages contain no removed data.
 * @returns the result of `edit`, or `damaged` if the file cannot be read
 */
function editFile(file: string, surroundings: BackupErasureParts, edit: EditBackup): number | 'damaged' {
  let db: WriteDb | null = null;
  try {
    const opened = openDatabase(file, surroundings);
    db = opened;
    if (!isIntact(opened)) return 'damaged';
    const changed = transaction(opened, () => edit(opened));
    if (changed === 0) return 0;
    vacuum(opened);
    return isIntact(opened) && checkpointWal(opened) ? changed : 'damaged';
  } catch (error) {
    if (isStorage(error, 'damaged')) return 'damaged';
    throw error;
  } finally {
    if (db !== null) close(db);
  }
}

/**
 * Replaces a backup with the edited file. The edited file gets a different name, because the name of a backup
 * contains its digest. The old file is deleted last, so a backup exists at all times.
 */
function replace(root: string, name: string, unfinished: string): void {
  const facts = parseBackupName(name);
  if (facts === null) throw new Error(`${name} is no backup's name`);
  const digest = digestOf(unfinished).slice(0, DIGEST_LENGTH);
  renameSync(unfinished, join(root, backupName({ ...facts, digest })));
  syncFolder(root);
  removeWithSides(join(root, name));
  syncFolder(root);
}
