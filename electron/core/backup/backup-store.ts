import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { join } from 'node:path';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Backup, BackupKind } from '../../../shared/contract/backups.ts';
import { yoursMigrations } from '../database/migrations/yours/index.ts';
import { openDatabase, storageFailure } from '../database/open.ts';
import { copyInto, rowCounts, schemaVersion, userDataCounts } from '../database/queries/backup.ts';
import { isIntact } from '../database/queries/integrity.ts';
import { close, type WriteDb } from '../database/sql.ts';
import { surplusBackups } from './backup-rotation.ts';
import { backupName, DIGEST_LENGTH, parseBackupName, type BackupFacts } from './backup-name.ts';
import { fileFailure } from './file-errors.ts';
import { digestOf, removeWithSides, sizeOf, syncFile, syncFolder } from './durable-files.ts';
import type { InspectionContext } from './inspect-database.ts';

export const BACKUP_FOLDER = 'backups';
/**
 * Name of a temporary file: a copy that has not been verified yet, or a copy that is only read and then
 * deleted. If such a file is left over, it is deleted before the next backup is made.
 */
export const UNFINISHED_BACKUP = 'yours.unfinished.db';

/** Verified copies of a workspace's `yours.db`, in a folder next to that file. */
export interface BackupStore {
  /**
   * Returns the newest `LISTED_MAX` backups, newest first. Reads each of their files to verify its digest.
   */
  list(onstep?: (done: number, total: number) => void): Promise<Backup[]>;
  /**
   * Copies the open database, verifies the copy and then renames it to its final name. If a good backup with
   * the same content exists, returns that backup instead.
   * @throws AppFailure `storage`; the stored backups are unchanged
   */
  make(kind: BackupKind, yours: WriteDb): { backup: Backup; isNew: boolean };
  /**
   * Deletes surplus backups.
   * @returns the number of deleted backups
   */
  rotate(): Promise<number>;
  /**
   * Returns the time of the newest backup of the given kinds, or of any kind if `kinds` is omitted; null if
   * there is none. Reads file names only.
   */
  newestMadeAtMs(kinds?: readonly BackupKind[]): number | null;
  /**
   * Returns the file of an intact backup that this version can read.
   * @throws AppFailure `storage` with the file `backup` if there is no such backup
   */
  goodFile(id: string): { file: string; backup: Backup };
  /** Returns the newest good backup; null if there is none. */
  newestGood(): Backup | null;
  /** The folder of the backups. It does not exist before the first backup. */
  readonly root: string;
  /** Returns the path of the newest backup, good or not; null if there is none. */
  newestFile(): string | null;
}

export interface BackupStoreOptions extends InspectionContext {
  /** The workspace's folder. */
  readonly folder: string;
}

export function createBackupStore(options: BackupStoreOptions): BackupStore {
  const root = join(options.folder, BACKUP_FOLDER);
  const all = (): NamedBackup[] => namesIn(root);
  const backupOf = (named: NamedBackup): Backup => describe(root, named);
  return {
    root,
    newestFile: () => {
      const [newest] = all();
      return newest === undefined ? null : join(root, `${newest.id}.db`);
    },
    make: (kind, yours) => make(options, root, kind, yours),
    newestMadeAtMs: (kinds) =>
      all().find(({ facts }) => kinds?.includes(facts.kind) ?? true)?.facts.madeAtMs ?? null,
    list: async (onstep) => {
      const backups: Backup[] = [];
      const listed = all().slice(0, LISTED_MAX);
      for (const [at, named] of listed.entries()) {
        onstep?.(at, listed.length);
        // The rotation may delete a file while this loop runs. Without this check, the deleted backup would
        // be listed as damaged.
        if (existsSync(join(root, `${named.id}.db`))) backups.push(backupOf(named));
        await nextTurn();
      }
      return backups;
    },
    rotate: async () => {
      const backups: Backup[] = [];
      for (const named of all()) {
        backups.push(backupOf(named));
        await nextTurn();
      }
      const surplus = surplusBackups(backups, options.clock.nowMs());
      for (const id of surplus) rmSync(join(root, `${id}.db`), { force: true });
      return surplus.length;
    },
    goodFile: (id) => {
      const named = all().find((each) => each.id === id);
      if (named === undefined) throw fileFailure('backup', 'unavailable');
      const backup = backupOf(named);
      if (backup.state !== 'good')
        throw fileFailure('backup', backup.state === 'damaged' ? 'damaged' : 'too-new');
      return { backup, file: join(root, `${id}.db`) };
    },
    newestGood: () => {
      for (const named of all()) {
        const backup = backupOf(named);
        if (backup.state === 'good') return backup;
      }
      return null;
    },
  };
}

/** Maximum number of backups in one reply. */
const LISTED_MAX = 50;

interface NamedBackup {
  readonly id: string;
  readonly facts: BackupFacts;
}

/** Returns the files with valid backup names, newest first. */
function namesIn(root: string): NamedBackup[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .flatMap((name) => {
      const facts = parseBackupName(name);
      return facts === null ? [] : [{ id: name.slice(0, -'.db'.length), facts }];
    })
    .sort((a, b) => b.facts.madeAtMs - a.facts.madeAtMs || b.id.localeCompare(a.id));
}

function describe(root: string, { id, facts }: NamedBackup): Backup {
  const { kind, madeAtMs, notes, watchlists, version, digest } = facts;
  const file = join(root, `${id}.db`);
  const isIntact = matches(file, digest);
  const isTooNew = version > (yoursMigrations.at(-1)?.id ?? 0);
  return {
    id,
    kind,
    madeAtMs,
    notes,
    watchlists,
    bytes: sizeOf(file) ?? 0,
    state: !isIntact ? 'damaged' : isTooNew ? 'too-new' : 'good',
  };
}

function matches(file: string, digest: string): boolean {
  try {
    return digestOf(file).slice(0, DIGEST_LENGTH) === digest;
  } catch {
    return false;
  }
}

function make(
  options: BackupStoreOptions,
  root: string,
  kind: BackupKind,
  yours: WriteDb,
): { backup: Backup; isNew: boolean } {
  const unfinished = join(root, UNFINISHED_BACKUP);
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    chmodSync(root, 0o700);
    // A crash may have left an unfinished copy.
    removeWithSides(unfinished);
    copyInto(yours, unfinished);
    verify(yours, unfinished, options);
    chmodSync(unfinished, 0o600);
    const digest = digestOf(unfinished).slice(0, DIGEST_LENGTH);
    const same = namesIn(root).find(({ facts }) => facts.digest === digest);
    if (same !== undefined) {
      const backup = describe(root, same);
      if (backup.state === 'good') return { backup, isNew: false };
    }
    syncFile(unfinished);
    const facts = { kind, madeAtMs: options.clock.nowMs(), version: schemaVersion(yours), digest };
    const name = backupName({ ...facts, ...userDataCounts(yours) });
    renameSync(unfinished, join(root, name));
    syncFolder(root);
    syncFolder(options.folder);
    return { backup: describe(root, { id: name.slice(0, -'.db'.length), facts: parsed(name) }), isNew: true };
  } catch (error) {
    throw failureOf(error);
  } finally {
    removeQuietly(unfinished);
  }
}

/** Reopens the finished copy and compares it with the original before the copy gets its final name. */
function verify(yours: WriteDb, copy: string, surroundings: InspectionContext): void {
  const db = openDatabase(copy, { ...surroundings, readOnly: true });
  try {
    const counts = JSON.stringify(rowCounts(yours));
    if (
      !isIntact(db) ||
      schemaVersion(db) !== schemaVersion(yours) ||
      JSON.stringify(rowCounts(db)) !== counts
    )
      throw fileFailure('backup', 'damaged');
  } finally {
    close(db);
  }
  // A copy of a damaged file can lack rows and still pass the integrity check. The original must therefore be
  // checked too.
  if (!isIntact(yours)) throw fileFailure('yours', 'damaged');
}

function parsed(name: string): BackupFacts {
  const facts = parseBackupName(name);
  if (facts === null) throw new Error(`${name} is no backup's name`);
  return facts;
}

/** Ignores errors. An error during the cleanup must not hide the reason why the backup failed. */
function removeQuietly(file: string): void {
  try {
    removeWithSides(file);
  } catch {
    // The next backup removes the file.
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof AppFailure) return error;
  const known = storageFailure(error, 'backup');
  if (known !== null) return known;
  const isFromSystem = error instanceof Error && 'syscall' in error;
  return isFromSystem ? fileFailure('backup', 'unavailable') : error;
}
