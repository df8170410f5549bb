import { chmodSync, closeSync, existsSync, fchmodSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AppErrorOf } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { cacheMigrations } from '../db/migrations/cache/index.ts';
import { ledgerMigrations } from '../db/migrations/ledger/index.ts';
import { yoursMigrations } from '../db/migrations/yours/index.ts';
import { migrate, type Migration } from '../db/migrate.ts';
import { openDatabase, storageFailure, type OpenOptions } from '../db/open.ts';
import { foldLog, schemaVersion } from '../db/queries/backup.ts';
import { isSound } from '../db/queries/soundness.ts';
import { close, type ReadDb, type WriteDb } from '../db/sql.ts';
import { createBackupStore } from '../durability/backup-store.ts';
import { fileFailure, stateFailure } from '../durability/file-failure.ts';
import { SIDE_FILES, sizeOf, syncFolder } from '../durability/file-sync.ts';
import { access, inspect, readUnchanged, type Seen, type Surroundings } from '../durability/inspect.ts';
import { createLeftWhole, type LeftWhole } from '../durability/left-whole.ts';
import { damagedName, finishReplacing, putAside } from '../durability/replace-file.ts';
import { keepReserve, releaseReserve } from '../durability/reserve.ts';
import { isWrittenIn } from '../durability/written.ts';
import { isStorage } from '../is-storage.ts';

/** The three files of a workspace, open. */
export interface WorkspaceFiles {
  /** What the service said: `cache.db`. */
  readonly cache: WriteDb;
  /** What the seller wrote: `yours.db`. */
  readonly yours: WriteDb;
  /** Every request: `ledger.db`. */
  readonly ledger: WriteDb;
  /** Whether the cache was damaged or gone and was made anew while opening. */
  readonly isCacheRebuilt: boolean;
  /** Name of the damaged cache that was set aside while opening; null where there was nothing to keep. */
  readonly setAside: string | null;
  /** `cache.db` was not read through before it was opened, because nobody wrote to it since it was closed as sound. */
  readonly isCacheAsLeft: boolean;
  /** The next opening reads `cache.db` through, whatever it looks like. */
  doubtCache(): void;
  close(): void;
}

/** `trustsLeft`: somebody reads `cache.db` through later where this does not. */
export interface OpeningSurroundings extends Surroundings {
  readonly trustsLeft?: boolean;
}

export type FileName = 'yours' | 'ledger' | 'cache';

const STEPS: Readonly<Record<FileName, readonly Migration[]>> = {
  yours: yoursMigrations,
  ledger: ledgerMigrations,
  cache: cacheMigrations,
};

/**
 * Opens and migrates a workspace's files; folder and files are the owner's only. Each is looked at before anything is written
 * to it. A damaged `cache.db` is set aside and made anew, for the service can say it again. `yours.db` and `ledger.db` are never
 * replaced, and never begun anew once they were there.
 * @throws AppFailure storage, with the file and what can be done
 */
export function openWorkspaceFiles(folder: string, surroundings: OpeningSurroundings): WorkspaceFiles {
  try {
    return openAll(folder, surroundings);
  } catch (error) {
    if (!isStorage(error, 'full') || !releaseReserve(folder)) throw error;
    surroundings.log.warn('reserve-released');
    return openAll(folder, surroundings);
  }
}

function openAll(folder: string, surroundings: OpeningSurroundings): WorkspaceFiles {
  const opened: WriteDb[] = [];
  const closeAll = (): void => {
    for (const db of opened.splice(0)) close(db);
  };
  const open = (name: FileName, onDamaged?: () => void): WriteDb => {
    const db = openFile(folder, name, { ...surroundings, ...(onDamaged === undefined ? {} : { onDamaged }) });
    opened.push(db);
    return db;
  };
  try {
    makeFolder(folder);
    for (const { name, setAside } of finishReplacing(folder))
      surroundings.log.info('file-replaced', { name, setAside });
    const wasThere = whatWasThere(folder, surroundings);
    // The seller's own words first: nothing is done to the other files while they do not open.
    const yours = openOr(look(folder, 'yours', wasThere.yours, surroundings), 'yours', open);
    const isUsed = isWrittenIn(yours, yoursMigrations, surroundings);
    const ledger = openOr(look(folder, 'ledger', wasThere.cache || isUsed, surroundings), 'ledger', open);
    const hasPaid = isWrittenIn(ledger, ledgerMigrations, surroundings);
    const left = createLeft(folder);
    const isCacheAsLeft = surroundings.trustsLeft === true && left.isAsLeft();
    const rebuilt = isCacheAsLeft
      ? clearedAsLeft(folder)
      : clearCache(folder, isUsed || hasPaid, surroundings);
    const cache = open('cache', left.doubt);
    keepReserve(folder);
    const close = (): void => {
      closeAll();
      left.closed();
    };
    return { cache, yours, ledger, ...rebuilt, isCacheAsLeft, doubtCache: left.doubt, close };
  } catch (error) {
    closeAll();
    throw asStorageFailure(error);
  }
}

/** What state the three files are in, by the same look as at opening; changes nothing. */
export function inspectFiles(folder: string, surroundings: Surroundings): Record<FileName, Seen> {
  const wasThere = whatWasThere(folder, surroundings);
  const yours = look(folder, 'yours', wasThere.yours, surroundings);
  const isUsed = yours === 'ok' && isWritten(folder, 'yours', surroundings);
  const ledger = look(folder, 'ledger', wasThere.cache || isUsed, surroundings);
  const hasPaid = ledger === 'ok' && isWritten(folder, 'ledger', surroundings);
  return { yours, ledger, cache: look(folder, 'cache', isUsed || hasPaid, surroundings) };
}

/** The files are made one after the other, each whole before the next: a later one proves the earlier ones. */
const whatWasThere = (
  folder: string,
  surroundings: Surroundings,
): { readonly yours: boolean; readonly cache: boolean } => {
  const hasBackups = createBackupStore({ ...surroundings, folder }).newestMadeAtMs() !== null;
  return { yours: exists(folder, 'ledger') || hasBackups, cache: exists(folder, 'cache') };
};

/** A file that only opening can tell more of proves nothing yet. */
function isWritten(folder: string, name: FileName, surroundings: Surroundings): boolean {
  try {
    const read = (db: ReadDb): boolean => isWrittenIn(db, STEPS[name], surroundings);
    return readUnchanged(pathOf(folder, name), surroundings, read);
  } catch (error) {
    if (error instanceof AppFailure) return false;
    throw error;
  }
}

const pathOf = (folder: string, name: FileName): string => join(folder, `${name}.db`);
const exists = (folder: string, name: FileName): boolean => (sizeOf(pathOf(folder, name)) ?? 0) > 0;

const look = (folder: string, name: FileName, isExpected: boolean, surroundings: Surroundings): Seen =>
  inspect(pathOf(folder, name), STEPS[name], isExpected, surroundings);

/** @throws AppFailure storage, with what can be done */
function openOr(seen: Seen, name: FileName, open: (name: FileName) => WriteDb): WriteDb {
  if (seen === 'ok' || seen === 'new') return open(name);
  throw stateFailure(name, seen);
}

/** Only damage and loss are answered here; any other trouble with the cache is told. */
function clearCache(
  folder: string,
  isExpected: boolean,
  surroundings: Surroundings,
): { isCacheRebuilt: boolean; setAside: string | null } {
  const seen = look(folder, 'cache', isExpected, surroundings);
  if (seen === 'ok' || seen === 'new') return NOT_REBUILT;
  if (seen !== 'damaged' && seen !== 'missing') throw stateFailure('cache', seen);
  // What is damaged is kept: it was paid for, and a part of it may be read again one day.
  const setAside = putAside(folder, 'cache', damagedName(folder, 'cache', surroundings.clock.nowMs()));
  surroundings.log.error('cache-rebuilt', { seen, setAside });
  return { isCacheRebuilt: true, setAside };
}

const NOT_REBUILT = { isCacheRebuilt: false, setAside: null } as const;

/** What may stand in the way of any file is looked at all the same. */
function clearedAsLeft(folder: string): typeof NOT_REBUILT {
  const barred = access(pathOf(folder, 'cache'));
  if (barred !== null) throw stateFailure('cache', barred);
  return NOT_REBUILT;
}

function createLeft(folder: string): Pick<LeftWhole, 'isAsLeft'> & { doubt(): void; closed(): void } {
  const left = createLeftWhole(pathOf(folder, 'cache'), STEPS.cache.at(-1)?.id ?? 0);
  let isDoubted = false;
  return {
    isAsLeft: left.isAsLeft,
    doubt: () => {
      isDoubted = true;
      left.forget();
    },
    closed: () => {
      if (!isDoubted) left.note();
    },
  };
}

function makeFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  // The folder itself must outlive a power loss as well as what is in it.
  if (made !== undefined) syncFolder(dirname(made));
}

function openFile(
  folder: string,
  name: FileName,
  surroundings: Surroundings & Pick<OpenOptions, 'onDamaged'>,
): WriteDb {
  const file = pathOf(folder, name);
  // Made here, before SQLite does: what it puts beside the file takes over its mode.
  ownerOnly(file);
  const hadLog = (sizeOf(`${file}-wal`) ?? 0) > 0;
  const db = openDatabase(file, surroundings);
  try {
    // A change of the old kind that was not finished could not be looked at from outside.
    if (hadJournal(file) && !isSound(db)) throw fileFailure(name, 'damaged');
    const version = schemaVersion(db);
    const newest = STEPS[name].at(-1)?.id ?? 0;
    if (name === 'yours' && version > 0 && version < newest)
      createBackupStore({ ...surroundings, folder }).make('migration', db);
    migrate(db, STEPS[name]);
    // A log that a crash left is folded in, so that what is torn in it cannot be taken for damage later.
    if (hadLog) foldLog(db);
    for (const side of SIDE_FILES) if (existsSync(file + side)) chmodSync(file + side, 0o600);
    return db;
  } catch (error) {
    close(db);
    throw withFile(error, name);
  }
}

const hadJournal = (file: string): boolean => sizeOf(`${file}-journal`) !== null;

function ownerOnly(file: string): void {
  const descriptor = openSync(file, 'a', 0o600);
  try {
    fchmodSync(descriptor, 0o600);
  } finally {
    closeSync(descriptor);
  }
}

/** Says which file it was, and what to do, where that is not known yet. */
function withFile(error: unknown, name: FileName): unknown {
  const failure = error instanceof AppFailure ? error : storageFailure(error);
  return isStorage(failure) ? completed(failure.appError, name) : error;
}

const completed = (error: AppErrorOf<'storage'>, name: FileName): AppFailure =>
  fileFailure(error.file ?? name, error.reason);

/** Whatever the file system says while opening is trouble with storage. */
function asStorageFailure(error: unknown): unknown {
  if (error instanceof AppFailure) return error;
  const known = storageFailure(error);
  if (known !== null) return known;
  const fromSystem = error instanceof Error && 'syscall' in error;
  return fromSystem ? new AppFailure({ kind: 'storage', reason: 'unavailable' }) : error;
}
