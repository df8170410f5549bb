import { chmodSync, closeSync, existsSync, fchmodSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AppErrorOf } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase, storageFailure, type OpenOptions } from '../database/open.ts';
import { checkpointWal, schemaVersion } from '../database/queries/backup.ts';
import { isSound } from '../database/queries/integrity.ts';
import { close, type ReadDb, type WriteDb } from '../database/sql.ts';
import { createBackupStore } from './backup-store.ts';
import { fileFailure, stateFailure } from './file-errors.ts';
import { SIDE_FILES, sizeOf, syncFolder } from './durable-files.ts';
import {
  access,
  inspect,
  readUnchanged,
  type InspectedState,
  type InspectionContext,
} from './inspect-database.ts';
import { createCleanShutdownMarker, type CleanShutdownMarker } from './clean-shutdown-marker.ts';
import { damagedName, finishReplacing, setAsideFile } from './replace-file.ts';
import { createDiskReserve, releaseReserve } from './disk-reserve.ts';
import { hasOwnRows } from './has-user-data.ts';
import { messageOf } from '../foundation/error-message.ts';
import { isStorage } from '../foundation/storage-errors.ts';
import type { Logger } from '../ports.ts';
import { openReadOnly } from './read-only-files.ts';
import { isOlderThanMark, marked, wasUsed, writeMark } from './usage-mark.ts';
import { STEPS, type FileName, type WorkspaceFiles } from './workspace-files.ts';

export type { WorkspaceFiles } from './workspace-files.ts';

/**
 * If `trustsLeft` is true, the full check of `cache.db` is skipped, provided that the file has not changed
 * since it was closed. The caller must then run this check later.
 */
interface OpeningContext extends InspectionContext {
  readonly trustsLeft?: boolean;
}

/**
 * Opens and migrates a workspace's files with owner-only access, inspecting each file before writing to it. A
 * damaged `cache.db` is set aside and rebuilt because its data can be fetched again; existing `yours.db` and
 * `ledger.db` files are never replaced. If the disk is full, first releases the disk reserve. If the files
 * still cannot be written, opens them for reading only.
 * @throws AppFailure `storage`, with the file and the remedy
 */
export function openWorkspaceFiles(folder: string, surroundings: OpeningContext): WorkspaceFiles {
  try {
    return openWithReserve(folder, surroundings);
  } catch (error) {
    const reason = isStorage(error) ? error.appError.reason : null;
    if ((reason !== 'full' && reason !== 'read-only') || !exists(folder, 'yours')) throw error;
    surroundings.log.warn('opened-read-only', { reason });
    return openReadOnly(folder, reason, findEvidence(folder, surroundings), surroundings);
  }
}

function openWithReserve(folder: string, surroundings: OpeningContext): WorkspaceFiles {
  try {
    return openAll(folder, surroundings);
  } catch (error) {
    if (!isStorage(error, 'full') || !releaseReserve(folder)) throw error;
    surroundings.log.warn('reserve-released');
    return openAll(folder, surroundings);
  }
}

function openAll(folder: string, surroundings: OpeningContext): WorkspaceFiles {
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
    const evidence = findEvidence(folder, surroundings);
    // `yours.db` is opened first. If opening it fails, the other files stay untouched.
    const yours = openOr(check(folder, 'yours', evidence.yours, surroundings), 'yours', open);
    const isYoursOlder = isOlderThanMark(folder, 'yours', yours);
    if (isYoursOlder) surroundings.log.warn('yours-older-than-before');
    const isUsed = hasOwnRows(yours, STEPS.yours, surroundings);
    const ledger = openOr(check(folder, 'ledger', evidence.cache || isUsed, surroundings), 'ledger', open);
    const hasPaid = hasOwnRows(ledger, STEPS.ledger, surroundings);
    const left = createLeft(folder);
    const isCacheAsLeft = surroundings.trustsLeft === true && left.isAsLeft();
    const rebuilt = isCacheAsLeft
      ? clearedAsLeft(folder)
      : clearCache(folder, isUsed || hasPaid, surroundings);
    const cache = open('cache', left.doubt);
    createDiskReserve(folder);
    const close = (): void => {
      for (const name of ['yours', 'ledger'] as const) writeMark(folder, name, { yours, ledger }[name], true);
      for (const db of opened) emptyLog(db, surroundings.log);
      closeAll();
      left.closed();
    };
    const doubtCache = left.doubt;
    return {
      cache,
      yours: marked(folder, 'yours', yours),
      ledger: marked(folder, 'ledger', ledger),
      ...rebuilt,
      isCacheAsLeft,
      isYoursOlder,
      readOnly: null,
      doubtCache,
      close,
    };
  } catch (error) {
    closeAll();
    throw asStorageFailure(error);
  }
}

/**
 * Writes the content of a database's WAL into its file. Closing the database also does this, but only if the
 * driver has released all statements.
 */
function emptyLog(db: WriteDb, log: Logger): void {
  try {
    if (!checkpointWal(db)) log.warn('log-not-emptied');
  } catch (error) {
    // The error is only logged, because the file must be closed even if the disk is full. The next start
    // reads the WAL.
    log.warn('log-not-emptied', { error: messageOf(error) });
  }
}

/** Returns the state of each of the three files, as opening the workspace would find it. Changes nothing. */
export function inspectFiles(
  folder: string,
  surroundings: InspectionContext,
): Record<FileName, InspectedState> {
  const evidence = findEvidence(folder, surroundings);
  const yours = check(folder, 'yours', evidence.yours, surroundings);
  const isUsed = yours === 'ok' && isWritten(folder, 'yours', surroundings);
  const ledger = check(folder, 'ledger', evidence.cache || isUsed, surroundings);
  const hasPaid = ledger === 'ok' && isWritten(folder, 'ledger', surroundings);
  return { yours, ledger, cache: check(folder, 'cache', isUsed || hasPaid, surroundings) };
}

/**
 * Looks for evidence that a missing file once existed. The files are created in the order `yours.db`,
 * `ledger.db`, `cache.db`, so an existing file proves that the files before it were created. A backup proves
 * that `yours.db` existed. If the marks show that the workspace was used, all three files existed.
 */
const findEvidence = (
  folder: string,
  surroundings: InspectionContext,
): { readonly yours: boolean; readonly cache: boolean } => {
  const isUsed = wasUsed(folder);
  const hasBackups = createBackupStore({ ...surroundings, folder }).newestMadeAtMs() !== null;
  return {
    yours: isUsed || exists(folder, 'ledger') || hasBackups,
    cache: isUsed || exists(folder, 'cache'),
  };
};

/**
 * Returns whether the file has more rows than a newly created file. Returns false if reading the file would
 * change it.
 */
function isWritten(folder: string, name: FileName, surroundings: InspectionContext): boolean {
  try {
    const read = (db: ReadDb): boolean => hasOwnRows(db, STEPS[name], surroundings);
    return readUnchanged(pathOf(folder, name), surroundings, read);
  } catch (error) {
    if (error instanceof AppFailure) return false;
    throw error;
  }
}

const pathOf = (folder: string, name: FileName): string => join(folder, `${name}.db`);
const exists = (folder: string, name: FileName): boolean => (sizeOf(pathOf(folder, name)) ?? 0) > 0;

const check = (
  folder: string,
  name: FileName,
  isExpected: boolean,
  surroundings: InspectionContext,
): InspectedState => inspect(pathOf(folder, name), STEPS[name], isExpected, surroundings);

/**
 * Opens a file that is new or undamaged.
 * @throws AppFailure `storage` for any other state, with the remedy
 */
function openOr(seen: InspectedState, name: FileName, open: (name: FileName) => WriteDb): WriteDb {
  if (seen === 'ok' || seen === 'new') return open(name);
  throw stateFailure(name, seen);
}

/**
 * If the cache is damaged or missing, sets its remaining files aside, so a new cache can be created.
 * @throws AppFailure `storage` for any other problem with the file
 */
function clearCache(
  folder: string,
  isExpected: boolean,
  surroundings: InspectionContext,
): { isCacheRebuilt: boolean; setAside: string | null } {
  const seen = check(folder, 'cache', isExpected, surroundings);
  if (seen === 'ok' || seen === 'new') return NOT_REBUILT;
  if (seen !== 'damaged' && seen !== 'missing') throw stateFailure('cache', seen);
  // The damaged file is kept because its data was paid for and may be partly recoverable.
  const setAside = setAsideFile(folder, 'cache', damagedName(folder, 'cache', surroundings.clock.nowMs()));
  surroundings.log.error('cache-rebuilt', { seen, setAside });
  return { isCacheRebuilt: true, setAside };
}

const NOT_REBUILT = { isCacheRebuilt: false, setAside: null } as const;

/**
 * Replaces `clearCache` if the full check is skipped: checks only that the file is accessible, and never
 * rebuilds the cache.
 */
function clearedAsLeft(folder: string): typeof NOT_REBUILT {
  const barred = access(pathOf(folder, 'cache'));
  if (barred !== null) throw stateFailure('cache', barred);
  return NOT_REBUILT;
}

function createLeft(
  folder: string,
): Pick<CleanShutdownMarker, 'isAsLeft'> & { doubt(): void; closed(): void } {
  const left = createCleanShutdownMarker(pathOf(folder, 'cache'), STEPS.cache.at(-1)?.id ?? 0);
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
  // Without this sync of the parent folder, a power loss could remove the new folder.
  if (made !== undefined) syncFolder(dirname(made));
}

function openFile(
  folder: string,
  name: FileName,
  surroundings: InspectionContext & Pick<OpenOptions, 'onDamaged'>,
): WriteDb {
  const file = pathOf(folder, name);
  // The file is created before SQLite opens it, because the side files inherit its access mode.
  ownerOnly(file);
  const hadLog = (sizeOf(`${file}-wal`) ?? 0) > 0;
  const db = openDatabase(file, surroundings);
  try {
    // A file with a rollback journal could not be inspected before it was opened, so it is checked now.
    if (hadJournal(file) && !isSound(db)) throw fileFailure(name, 'damaged');
    const version = schemaVersion(db);
    const newest = STEPS[name].at(-1)?.id ?? 0;
    if (name === 'yours' && version > 0 && version < newest)
      createBackupStore({ ...surroundings, folder }).make('migration', db);
    migrate(db, STEPS[name]);
    // The log is checkpointed in two cases. After a crash, it may end with an incomplete transaction that
    // could later be mistaken for damage. After a migration, the new tables exist only in the log and would
    // be lost with it.
    if (hadLog || version < newest) checkpointWal(db);
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

/** Adds the file and remedy to a storage failure that lacks them. */
function withFile(error: unknown, name: FileName): unknown {
  const failure = error instanceof AppFailure ? error : storageFailure(error);
  return isStorage(failure) ? completed(failure.appError, name) : error;
}

const completed = (error: AppErrorOf<'storage'>, name: FileName): AppFailure =>
  fileFailure(error.file ?? name, error.reason);

/** Converts file system errors during opening to storage failures. */
function asStorageFailure(error: unknown): unknown {
  if (error instanceof AppFailure) return error;
  const known = storageFailure(error);
  if (known !== null) return known;
  const fromSystem = error instanceof Error && 'syscall' in error;
  return fromSystem ? new AppFailure({ kind: 'storage', reason: 'unavailable' }) : error;
}
