import { existsSync, statSync, truncateSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Dispose } from '../core/ports.ts';

/*
 * A lock implemented as an exclusive transaction on an empty SQLite database. The operating system releases
 * the lock when the process ends, even after a crash. Nothing is written to the file, so it needs no disk
 * space. The file is never deleted. If it were, one process could lock a newly created file while another
 * process still locks the deleted one.
 */

/**
 * Time in ms for which a process keeps trying to get the lock. Processes that start together may block each
 * other for a moment.
 */
const CONTENTION_MS = 500;
const REPAIRS_MAX = 3;

/**
 * Holds references to the locked databases. Otherwise, the garbage collector would close a database, which
 * would release its lock.
 */
const locked = new Set<Database.Database>();

type DatabaseLock =
  /**
   * `id` identifies the locked file, and changes if the file is deleted and created again. A process that
   * cannot write to the file gets a shared lock. While it has this lock, other such processes can lock the
   * file too, but processes with write access cannot.
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
    if (!emptyFile(file)) break;
  }
  return { state: 'unavailable' };
}

/**
 * Empties a damaged file. No other process can have locked the file: SQLite cannot read a locked file, and it
 * reports damage only in a file that it could read.
 * @returns false if the file cannot be written
 */
function emptyFile(file: string): boolean {
  try {
    truncateSync(file, 0);
    return true;
  } catch {
    return false;
  }
}

function tryToLock(file: string): DatabaseLock | 'garbage' {
  let db: Database.Database | null = null;
  try {
    const id = identify(file);
    db = new Database(file, { timeout: CONTENTION_MS });
    // With the journal in memory, nothing is written to the disk: the first page of an empty database also
    // exists only in memory.
    db.pragma('journal_mode = MEMORY');
    lock(db);
    locked.add(db);
    return { state: 'acquired', id, release: releaseOf(db) };
  } catch (error) {
    db?.close();
    return failedState(codeOf(error));
  }
}

/**
 * Returns the file's inode. If the file is missing, creates it. Must be called before the file is opened.
 * Otherwise, the file could be replaced after it was opened. This function would then return the inode of the
 * new file while the process has locked the old file.
 */
function identify(file: string): string {
  if (!existsSync(file)) new Database(file).close();
  return String(statSync(file, { bigint: true }).ino);
}

function releaseOf(db: Database.Database): Dispose {
  return () => {
    locked.delete(db);
    db.close();
  };
}

/** Acquires the exclusive lock, or a shared lock if the file cannot be written. */
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
