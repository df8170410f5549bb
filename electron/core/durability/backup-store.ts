import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { join } from 'node:path';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Backup, BackupKind } from '../../../shared/contract-backups.ts';
import { yoursMigrations } from '../db/migrations/yours/index.ts';
import { openDatabase, storageFailure } from '../db/open.ts';
import { copyInto, rowCounts, schemaVersion, wordCounts } from '../db/queries/backup.ts';
import { isWhole } from '../db/queries/soundness.ts';
import { close, type WriteDb } from '../db/sql.ts';
import { surplusBackups } from './backup-rotation.ts';
import { backupName, DIGEST_LENGTH, parseBackupName, type BackupFacts } from './backup-name.ts';
import { fileFailure } from './file-failure.ts';
import { digestOf, removeWithSides, sizeOf, syncFile, syncFolder } from './file-sync.ts';
import type { Surroundings } from './inspect.ts';

export const BACKUP_FOLDER = 'backups';
const UNFINISHED = '.unfinished';

/** The verified copies of one workspace's `yours.db`, in a folder beside it. */
export interface BackupStore {
  /** Newest first; each file is read and compared with what it was when it was verified. */
  list(onstep?: (done: number, total: number) => void): Promise<Backup[]>;
  /**
   * Copies the open database, checks the copy, and only then gives it its name. Where nothing changed since the newest good
   * copy, that one is the answer.
   * @throws AppFailure storage; then nothing was added and nothing removed
   */
  make(kind: BackupKind, yours: WriteDb): { backup: Backup; isNew: boolean };
  /** Removes what is not kept any longer; resolves to how many. */
  rotate(): Promise<number>;
  /** Stamp of the newest copy of these kinds, or of all; null where there is none. Reads names only. */
  newestMadeAtMs(kinds?: readonly BackupKind[]): number | null;
  /** Path of a backup that is good and can be read by this Roundwatch. @throws AppFailure storage, file backup */
  goodFile(id: string): { file: string; backup: Backup };
  /** The newest good backup; null where there is none. */
  newestGood(): Backup | null;
}

export interface BackupStoreOptions extends Surroundings {
  /** The workspace's folder. */
  readonly folder: string;
  /** Stands in for SQLite's copying, so that a test can hand over a wrong copy. */
  readonly copy?: (yours: WriteDb, file: string) => void;
  /** `no-check`: a copy is believed unread. `blind-rotation`: damaged ones fill places too. Tests only. */
  readonly plantedDefect?: 'no-check' | 'blind-rotation';
}

export function createBackupStore(options: BackupStoreOptions): BackupStore {
  const root = join(options.folder, BACKUP_FOLDER);
  const all = (): Named[] => namesIn(root);
  const backupOf = (named: Named): Backup => describe(root, named);
  return {
    make: (kind, yours) => make(options, root, kind, yours),
    newestMadeAtMs: (kinds) =>
      all().find(({ facts }) => kinds?.includes(facts.kind) ?? true)?.facts.madeAtMs ?? null,
    list: async (onstep) => {
      const backups: Backup[] = [];
      const listed = all().slice(0, LISTED_MAX);
      for (const [at, named] of listed.entries()) {
        onstep?.(at, listed.length);
        // One that was rotated away meanwhile is not damaged, it is gone.
        if (existsSync(join(root, `${named.id}.db`))) backups.push(backupOf(named));
        await nextTurn();
      }
      return backups;
    },
    rotate: async () => {
      const backups: Backup[] = [];
      for (const named of all()) {
        const backup = backupOf(named);
        backups.push(options.plantedDefect === 'blind-rotation' ? { ...backup, state: 'good' } : backup);
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

/** As many as the contract lists. */
const LISTED_MAX = 50;

interface Named {
  readonly id: string;
  readonly facts: BackupFacts;
}

/** Newest first. */
function namesIn(root: string): Named[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .flatMap((name) => {
      const facts = parseBackupName(name);
      return facts === null ? [] : [{ id: name.slice(0, -'.db'.length), facts }];
    })
    .sort((a, b) => b.facts.madeAtMs - a.facts.madeAtMs || b.id.localeCompare(a.id));
}

function describe(root: string, { id, facts }: Named): Backup {
  const { kind, madeAtMs, notes, watchlists, version, digest } = facts;
  const file = join(root, `${id}.db`);
  const isIntact = matches(file, digest);
  const isTooNew = version > (yoursMigrations.at(-1)?.id ?? 0);
  return {
    ...{ id, kind, madeAtMs, notes, watchlists },
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
  const unfinished = join(root, `yours${UNFINISHED}.db`);
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    chmodSync(root, 0o700);
    // Left by a crash, and never more than one.
    removeWithSides(unfinished);
    (options.copy ?? copyInto)(yours, unfinished);
    if (options.plantedDefect !== 'no-check') verify(yours, unfinished, options);
    chmodSync(unfinished, 0o600);
    const digest = digestOf(unfinished).slice(0, DIGEST_LENGTH);
    const same = namesIn(root).find(({ facts }) => facts.digest === digest);
    if (same !== undefined) {
      const backup = describe(root, same);
      if (backup.state === 'good') return { backup, isNew: false };
    }
    syncFile(unfinished);
    const facts = { kind, madeAtMs: options.clock.nowMs(), version: schemaVersion(yours), digest };
    const name = backupName({ ...facts, ...wordCounts(yours) });
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

/** Whatever is on the way to a name that says "verified" is read once more as a stranger would. */
function verify(yours: WriteDb, copy: string, surroundings: Surroundings): void {
  const db = openDatabase(copy, { ...surroundings, readOnly: true });
  try {
    const counts = JSON.stringify(rowCounts(yours));
    if (
      !isWhole(db) ||
      schemaVersion(db) !== schemaVersion(yours) ||
      JSON.stringify(rowCounts(db)) !== counts
    )
      throw fileFailure('backup', 'damaged');
  } finally {
    close(db);
  }
  // A damaged original can give a copy that is whole in itself, with what was lost left out.
  if (!isWhole(yours)) throw fileFailure('yours', 'damaged');
}

function parsed(name: string): BackupFacts {
  const facts = parseBackupName(name);
  if (facts === null) throw new Error(`${name} is no backup's name`);
  return facts;
}

/** A copy that failed must not keep the reason of the failure from being told. */
function removeQuietly(file: string): void {
  try {
    removeWithSides(file);
  } catch {
    // The next copy removes it.
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof AppFailure) return error;
  const known = storageFailure(error, 'backup');
  if (known !== null) return known;
  const isFromSystem = error instanceof Error && 'syscall' in error;
  return isFromSystem ? fileFailure('backup', 'unavailable') : error;
}
