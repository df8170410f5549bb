import { statSync, truncateSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Dispose } from '../core/ports.ts';

/*
 * A lock that the operating system releases when the process ends, even after a crash: an exclusive
 * transaction on an empty SQLite database. Nothing is written to the file, so it needs no disk space. It is
 * never deleted, because a second process could then lock a new file while the first still holds the old one.
 */

/** Processes that start together briefly block each other, so each one keeps trying for this long, in ms. */
const CONTENTION_MS = 500;
const REPAIRS_MAX = 3;

export type DatabaseLock =
  /**
   * `id` identifies the locked file, and changes if the file is deleted and created again. If the process
   * may only read the file, it shares the lock with other readers, but excludes processes that may write.
   */
  | { readonly state: 'acquired'; readonly id: string; readonly release: Dispose }
  | { readonly state: 'held' }
  /** The file cannot be locked: the folder is not writable, or its file system has no locks. */
  | { readonly state: 'unavailable' };

/** Locks the database file, and creates it if it is missing. */
export function acquireDatabaseLock(file: string): DatabaseLock {
  for (let repairs = 0; repairs <= REPAIRS_MAX; repairs += 1) {
    const lock = tryToLock(file);
    if (lock !== 'garbage') return lock;
    // SQLite could read the content, so no process holds the lock, and truncating the file affects none.
    truncateSync(file, 0);
  }
  return { state: 'unavailable' };
}

function tryToLock(file: string): DatabaseLock | 'garbage' {
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { timeout: CONTENTION_MS });
    // The first page of an empty database exists only in memory. This mode keeps its journal there, too.
    db.pragma('journal_mode = MEMORY');
    lock(db);
    const id = String(statSync(file, { bigint: true }).ino);
    const held = db;
    return { state: 'acquired', id, release: () => void held.close() };
  } catch (error) {
    db?.close();
    return failedState(codeOf(error));
  }
}

/** Takes the exclusive lock, or a shared lock if the file cannot be written. */
function lock(db: Database.Database): void {
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_READONLY')) throw error;
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
  }
}

function failedState(code: string): DatabaseLock | 'garbage' {
  if (code.startsWith('SQLITE_BUSY')) return { state: 'held' };
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT') ? 'garbage' : { state: 'unavailable' };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
