import { statSync, truncateSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Dispose } from '../core/ports.ts';

/*
 * A lock that the operating system releases when its process ends, however it ends: an exclusive transaction
 * on an empty SQLite database. The file is never written, so that it needs no disk space, and never deleted,
 * because a second process could then lock a new file while the first still holds the old one.
 */

/** Contenders that start together briefly block each other, so each one tries again for this long, in ms. */
const CONTENTION_MS = 500;
const REPAIRS_MAX = 3;

export type DatabaseLock =
  /**
   * `id` identifies the locked file, and changes if the file is deleted and created again. A process that
   * may only read the file shares the lock with other readers, but with no writer.
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
    // SQLite reads the content only if no process holds the lock, so no holder is affected.
    truncateSync(file, 0);
  }
  return { state: 'unavailable' };
}

function tryToLock(file: string): DatabaseLock | 'garbage' {
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { timeout: CONTENTION_MS });
    // Keeps the first page and its journal in memory.
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
