import { accessSync, closeSync, constants, openSync, readSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AppErrorOf } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { FileState } from '../../../shared/contract/backups.ts';
import { migrate, type Migration } from '../database/migrate.ts';
import { openDatabase, storageFailure, storageFileOf } from '../database/open.ts';
import { schemaSha256, schemaVersion } from '../database/queries/backup.ts';
import { isSound, isIntact } from '../database/queries/integrity.ts';
import { close, type ReadDb } from '../database/sql.ts';
import type { Clock, Logger } from '../ports.ts';
import { sizeOf } from './durable-files.ts';
import { isOlderThanMark } from './usage-mark.ts';
import { isLogDamaged, lacksAcknowledgedCommits } from './wal-check.ts';
import { isStorage } from '../foundation/storage-errors.ts';

export interface InspectionContext {
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Result of an inspection. Excludes `rebuilt` and `older`, which can result only from opening a workspace.
 */
export type InspectedState = Exclude<FileState, 'rebuilt' | 'older'>;

/**
 * Determines the state of a database file without changing the file, its log or their timestamps.
 * `isExpected` is true if other files show that this file has existed.
 */
export function inspect(
  file: string,
  steps: readonly Migration[],
  isExpected: boolean,
  surroundings: InspectionContext,
): InspectedState {
  try {
    const size = sizeOf(file);
    if (size === null || size === 0) {
      // A log without its database shows that the database once existed.
      const hasLog = (sizeOf(`${file}-wal`) ?? 0) > 0;
      if (isExpected || hasLog) return 'missing';
      return size === null ? 'new' : (access(file) ?? 'new');
    }
    const barred = access(file);
    if (barred !== null) return barred;
    // A rollback journal means that a crash interrupted the creation of the file. SQLite applies the journal
    // only when it opens the file, so the file can be checked only afterwards.
    if ((sizeOf(`${file}-journal`) ?? 0) > 0) return 'ok';
    return isLogWhole(file) ? inspectFile(file, steps, isExpected, surroundings) : 'damaged';
  } catch (error) {
    return seenOf(error);
  }
}

/** Returns why an existing file cannot be read or written; null if both are possible. */
export function access(file: string): 'unavailable' | 'read-only' | null {
  if (!statSync(file).isFile()) return 'unavailable';
  try {
    accessSync(file, constants.R_OK);
  } catch {
    return 'unavailable';
  }
  try {
    accessSync(file, constants.W_OK);
    accessSync(dirname(file), constants.W_OK);
    return null;
  } catch {
    return 'read-only';
  }
}

/**
 * Returns the page size from the file's header. An invalid value becomes 4,096, and SQLite then reports the
 * damage.
 */
export function pageBytesOf(file: string): number {
  const header = Buffer.alloc(18);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, 18, 0);
  } finally {
    closeSync(descriptor);
  }
  const pageSizeField = header.readUInt16BE(16);
  if (pageSizeField === 1) return 65_536;
  return pageSizeField >= 512 && (pageSizeField & (pageSizeField - 1)) === 0 ? pageSizeField : 4_096;
}

/**
 * Returns false if the file's log certainly lacks an acknowledged commit. Returns true in all other cases,
 * including losses that cannot be detected.
 */
export function isLogWhole(file: string): boolean {
  const pageBytes = pageBytesOf(file);
  if (isLogDamaged(`${file}-wal`, pageBytes)) return false;
  // The cache may lack acknowledged commits: some of its commits do not wait for the disk, so a power loss
  // can remove them.
  return storageFileOf(file) === 'cache' || !lacksAcknowledgedCommits(file, pageBytes);
}

const inspectFile = (
  file: string,
  steps: readonly Migration[],
  isExpected: boolean,
  surroundings: InspectionContext,
): InspectedState =>
  readUnchanged(file, surroundings, (db) => stateOf(db, file, steps, isExpected, surroundings));

/** Determines the state of the open database that was read from `file`. */
export function stateOf(
  db: ReadDb,
  file: string,
  steps: readonly Migration[],
  isExpected: boolean,
  surroundings: InspectionContext,
): 'ok' | 'new' | 'missing' | 'damaged' | 'too-new' {
  const version = schemaVersion(db);
  // User data and the ledger cannot be fetched again, so they get the full check. The cache may be large and
  // gets only the quick check.
  const isGood = storageFileOf(file) === 'cache' ? isSound(db) : isIntact(db);
  if (version > (steps.at(-1)?.id ?? 0)) return isGood ? 'too-new' : 'damaged';
  if (!isGood || !hasSchemaOf(db, version, steps, surroundings)) return 'damaged';
  // The file has no tables. If other files show that it once had tables, they existed only in the file's log,
  // which is now lost.
  if (version === 0) return isExpected ? 'missing' : 'new';
  // An old copy of the ledger lacks later requests, so it counts as damaged.
  const isOldLedger = storageFileOf(file) === 'ledger' && isOlderThanMark(dirname(file), 'ledger', db);
  return isOldLedger ? 'damaged' : 'ok';
}

/** Reads a closed database file without changing it or its side files. */
export function readUnchanged<T>(file: string, surroundings: InspectionContext, read: (db: ReadDb) => T): T {
  const made = ['-wal', '-shm'].filter((side) => sizeOf(file + side) === null);
  const db = openDatabase(file, { ...surroundings, readOnly: true });
  try {
    return read(db);
  } finally {
    close(db);
    // Remove the side files that SQLite created for this read.
    for (const side of made) rmSync(file + side, { force: true });
  }
}

/**
 * Returns whether the schema is the one that the migrations create. SQLite's own check misses a changed
 * character in a table definition.
 */
function hasSchemaOf(
  db: ReadDb,
  version: number,
  steps: readonly Migration[],
  surroundings: InspectionContext,
): boolean {
  const newest = steps.find(({ id }) => id === version);
  if (version !== 0 && newest === undefined) return false;
  const should = newest?.whole?.schemaSha256 ?? schemaAt(version, steps, surroundings);
  return schemaSha256(db) === should;
}

function schemaAt(version: number, steps: readonly Migration[], surroundings: InspectionContext): string {
  const fresh = openDatabase(':memory:', surroundings);
  try {
    migrate(
      fresh,
      steps.filter(({ id }) => id <= version),
    );
    return schemaSha256(fresh);
  } finally {
    close(fresh);
  }
}

/**
 * Maps an error during an inspection to the state of the file.
 * @throws the error itself if it is not a storage problem
 */
function seenOf(error: unknown): InspectedState {
  const failure = error instanceof AppFailure ? error : storageFailure(error);
  if (isStorage(failure)) return SEEN[failure.appError.reason];
  if (failure === null && error instanceof Error && 'syscall' in error) return 'unavailable';
  // SQLite reports inconsistent content, such as a missing table or a malformed schema, with these errors.
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')) return 'damaged';
  throw error;
}

const SEEN: Readonly<Record<AppErrorOf<'storage'>['reason'], InspectedState>> = {
  full: 'full',
  'read-only': 'read-only',
  damaged: 'damaged',
  busy: 'locked',
  'too-new': 'too-new',
  unavailable: 'unavailable',
};
