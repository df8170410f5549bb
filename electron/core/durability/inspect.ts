import { accessSync, closeSync, constants, openSync, readSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AppErrorOf } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { FileState } from '../../../shared/contract-backups.ts';
import { migrate, type Migration } from '../db/migrate.ts';
import { openDatabase, storageFailure, storageFileOf } from '../db/open.ts';
import { schemaSha256, schemaVersion } from '../db/queries/backup.ts';
import { isSound, isWhole } from '../db/queries/soundness.ts';
import { close, type ReadDb } from '../db/sql.ts';
import type { Clock, Logger } from '../ports.ts';
import { sizeOf } from './file-sync.ts';
import { isLogDamaged } from './log-check.ts';
import { isStorage } from '../is-storage.ts';

export interface Surroundings {
  readonly clock: Clock;
  readonly log: Logger;
}

/** What a look at a file can tell; `rebuilt` only comes of opening. */
export type Seen = Exclude<FileState, 'rebuilt'>;

/**
 * Tells in which state a database file is without changing it, its log or its times. `isExpected`: something else says that
 * the file was there once.
 */
export function inspect(
  file: string,
  steps: readonly Migration[],
  isExpected: boolean,
  surroundings: Surroundings,
): Seen {
  try {
    const size = sizeOf(file);
    if (size === null || size === 0) {
      // A log without its file: the file was there.
      const hasLog = (sizeOf(`${file}-wal`) ?? 0) > 0;
      if (isExpected || hasLog) return 'missing';
      return size === null ? 'new' : (access(file) ?? 'new');
    }
    const barred = access(file);
    if (barred !== null) return barred;
    // An unfinished change of the old kind can only be undone by opening; that happens while a file is being made.
    if ((sizeOf(`${file}-journal`) ?? 0) > 0) return 'ok';
    return isLogDamaged(`${file}-wal`, pageBytesOf(file)) ? 'damaged' : look(file, steps, surroundings);
  } catch (error) {
    return seenOf(error);
  }
}

/** Whether anything bars the way to a file that is there; null where nothing does. */
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

/** From the file's header; what is no page size is answered with SQLite's usual one, and SQLite says the rest. */
function pageBytesOf(file: string): number {
  const header = Buffer.alloc(18);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, 18, 0);
  } finally {
    closeSync(descriptor);
  }
  const told = header.readUInt16BE(16);
  if (told === 1) return 65_536;
  return told >= 512 && (told & (told - 1)) === 0 ? told : 4_096;
}

function look(file: string, steps: readonly Migration[], surroundings: Surroundings): Seen {
  return readUnchanged(file, surroundings, (db) => {
    const version = schemaVersion(db);
    // What cannot be fetched again is compared to the last index entry; a cache may be large.
    const isGood = storageFileOf(file) === 'cache' ? isSound(db) : isWhole(db);
    if (version > (steps.at(-1)?.id ?? 0)) return isGood ? 'too-new' : 'damaged';
    return isGood && hasSchemaOf(db, version, steps, surroundings) ? 'ok' : 'damaged';
  });
}

/** Reads a file that is not open; neither it nor what lies beside it is changed. */
export function readUnchanged<T>(file: string, surroundings: Surroundings, read: (db: ReadDb) => T): T {
  const made = ['-wal', '-shm'].filter((side) => sizeOf(file + side) === null);
  const db = openDatabase(file, { ...surroundings, readOnly: true });
  try {
    return read(db);
  } finally {
    close(db);
    // What SQLite put beside the file only to read it.
    for (const side of made) rmSync(file + side, { force: true });
  }
}

/** A changed letter in a table's definition passes SQLite's check and fails at the first query: compared with what we made. */
function hasSchemaOf(
  db: ReadDb,
  version: number,
  steps: readonly Migration[],
  surroundings: Surroundings,
): boolean {
  const newest = steps.find(({ id }) => id === version);
  if (version !== 0 && newest === undefined) return false;
  const should = newest?.whole?.schemaSha256 ?? schemaAt(version, steps, surroundings);
  return schemaSha256(db) === should;
}

function schemaAt(version: number, steps: readonly Migration[], surroundings: Surroundings): string {
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

/** @throws whatever is no trouble with storage */
function seenOf(error: unknown): Seen {
  const failure = error instanceof AppFailure ? error : storageFailure(error);
  if (isStorage(failure)) return SEEN[failure.appError.reason];
  if (failure === null && error instanceof Error && 'syscall' in error) return 'unavailable';
  // SQLite's own words for a file whose inside makes no sense: no such table, malformed schema.
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')) return 'damaged';
  throw error;
}

const SEEN: Readonly<Record<AppErrorOf<'storage'>['reason'], Seen>> = {
  full: 'full',
  'read-only': 'read-only',
  damaged: 'damaged',
  busy: 'locked',
  'too-new': 'too-new',
  unavailable: 'unavailable',
};
