import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../db/open.ts';
import { foldLog } from '../db/queries/backup.ts';
import { vacuum } from '../db/queries/forgetting.ts';
import { companiesNamed, unnameCompany } from '../db/queries/privacy.ts';
import { isWhole } from '../db/queries/soundness.ts';
import { close, transaction, type WriteDb } from '../db/sql.ts';
import { backupName, DIGEST_LENGTH, parseBackupName } from '../durability/backup-name.ts';
import { BACKUP_FOLDER } from '../durability/backup-store.ts';
import { copyDurably, digestOf, removeWithSides, syncFile, syncFolder } from '../durability/file-sync.ts';
import type { Clock, Logger } from '../ports.ts';
import { forgetSearched } from './forgotten.ts';
import { isStorage } from '../is-storage.ts';

/** What became of the copies beside the files. */
export interface Copies {
  /** Backups of `yours.db` that knew an erased company by name or from a saved search, made anew without. */
  readonly backupsAmended: number;
  /** Backups that could not be read, and files that were set aside: gone, because nobody can look into them. */
  readonly filesRemoved: number;
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: Logger;
}

/** Files that a repair or a restore left in a workspace's folder: of the cache, of what the seller wrote, or of its record. */
const ASIDE = {
  cache: /^cache\.(?:damaged|replaced)-.+?\.db(?:-wal|-shm|-journal)?$/,
  yours: /^yours\.(?:damaged|replaced)-.+?\.db(?:-wal|-shm|-journal)?$/,
  record: /^workspace\.damaged-.+\.json$/,
} as const;

/**
 * Takes the names of erased companies out of every backup, each under its own date and kind as before: a copy is changed,
 * checked and put in its place, so that a crash leaves either. `isErased` tells by id.
 * @throws AppFailure storage; what is left is done at the next opening
 */
export function forgetInCopies(
  folder: string,
  surroundings: Surroundings,
  isErased: (companyId: string) => boolean,
): Copies {
  const root = join(folder, BACKUP_FOLDER);
  let [backupsAmended, filesRemoved] = [0, 0];
  for (const name of existsSync(root) ? readdirSync(root) : []) {
    if (parseBackupName(name) === null) continue;
    const outcome = amend(root, name, surroundings, isErased);
    if (outcome === 'amended') backupsAmended += 1;
    if (outcome === 'removed') filesRemoved += 1;
  }
  return {
    backupsAmended,
    filesRemoved: filesRemoved + removeSetAside(folder, 'cache') + removeSetAside(folder, 'yours'),
  };
}

/**
 * Removes files that were set aside, last written before `beforeMs` of this laptop's clock; gives how many. Those of the cache
 * hold people; those of `yours.db` the seller's words, and go only where a company's name must; those of the record may tell how an
 * older key of people is opened.
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

function amend(
  root: string,
  name: string,
  surroundings: Surroundings,
  isErased: (companyId: string) => boolean,
): Outcome {
  const file = join(root, name);
  if (!isAsMade(file, name)) {
    removeWithSides(file);
    return 'removed';
  }
  // The name that a crash while making a backup leaves behind: the next backup removes it.
  const unfinished = join(root, 'yours.unfinished.db');
  removeWithSides(unfinished);
  try {
    copyDurably(file, unfinished);
    chmodSync(unfinished, 0o600);
    const changed = unnameIn(unfinished, surroundings, isErased);
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

/** Whether the bytes are those that were verified; what else stands in a damaged backup nobody can tell. */
const isAsMade = (file: string, name: string): boolean =>
  digestOf(file).slice(0, DIGEST_LENGTH) === parseBackupName(name)?.digest;

/** The number of names taken off and of companies taken out of saved searches; `damaged` where the copy cannot be read through. */
function unnameIn(
  file: string,
  surroundings: Surroundings,
  isErased: (companyId: string) => boolean,
): number | 'damaged' {
  let db: WriteDb | null = null;
  try {
    const opened = openDatabase(file, surroundings);
    db = opened;
    if (!isWhole(opened)) return 'damaged';
    const changed = transaction(opened, () =>
      companiesNamed(opened)
        .filter(isErased)
        .reduce(
          (sum, id) => sum + unnameCompany(opened, id),
          forgetSearched(opened, (ids) => ids.filter(isErased)),
        ),
    );
    if (changed === 0) return 0;
    vacuum(opened);
    return isWhole(opened) && foldLog(opened) ? changed : 'damaged';
  } catch (error) {
    if (isStorage(error, 'damaged')) return 'damaged';
    throw error;
  } finally {
    if (db !== null) close(db);
  }
}

/** A backup's name holds the digest of its bytes: the new one stands before the old one goes. */
function replace(root: string, name: string, unfinished: string): void {
  const facts = parseBackupName(name);
  if (facts === null) throw new Error(`${name} is no backup's name`);
  const digest = digestOf(unfinished).slice(0, DIGEST_LENGTH);
  renameSync(unfinished, join(root, backupName({ ...facts, digest })));
  syncFolder(root);
  removeWithSides(join(root, name));
  syncFolder(root);
}
