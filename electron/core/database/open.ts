import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Database from 'better-sqlite3';
import { storageFileSchema, type AppErrorOf, type StorageFile } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Clock, Logger } from '../ports.ts';
import { createHandle, type SqlParams, type SqlRow, type SqlValues, type WriteDb } from './sql.ts';
import { ACKNOWLEDGED } from './relaxed-durability.ts';
import { isStorage } from '../foundation/storage-errors.ts';

export interface OpenOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'steadyMs'>;
  readonly log: Logger;
  /**
   * Opens the file for reading only. Neither the file nor its log is ever written, not even when the file is
   * closed.
   */
  readonly readOnly?: boolean;
  /**
   * If the file does not exist, opening it fails instead of creating it. Must be set when another connection
   * has the file open.
   */
  readonly mustExist?: boolean;
  /** Initial content of an in-memory database: the bytes of a database file. */
  readonly image?: Buffer;
  /**
   * Set if the database is an in-memory copy of a file that cannot be written. Errors are then reported for
   * `file`, and refused writes fail with `reason`.
   */
  readonly copyOf?: { readonly file: StorageFile; readonly reason: 'full' | 'read-only' };
  readonly onDamaged?: () => void;
}

/**
 * Maximum time in ms to wait for another connection's lock. A read-only connection waits for only
 * `BUSY_READ_ONLY_MS`, because a failed read can simply be repeated.
 */
const BUSY_MS = 5_000;
const BUSY_READ_ONLY_MS = 500;
/** Queries that take longer than this, in ms, are logged. */
const SLOW_QUERY_MS = 40;

/**
 * Opens a database file and sets the app's pragmas. Only this module and the folder lock import
 * better-sqlite3. Tests may pass `:memory:` as the file.
 * @throws AppFailure `storage`
 */
export function openDatabase(file: string, options: OpenOptions): WriteDb {
  const inMemory = file === ':memory:';
  const readOnly = options.readOnly === true;
  const mustExist = readOnly || options.mustExist === true;
  if (!inMemory && !mustExist) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = inMemory || !existsSync(file);
  try {
    const raw = new Database(
      inMemory ? (options.image ?? file) : file,
      mustExist ? { readonly: readOnly, fileMustExist: true } : {},
    );
    try {
      if (readOnly) applyReadingPragmas(raw);
      else applyPragmas(raw);
      // Only the owner may read the file, because it contains user data and paid data.
      if (fresh && !inMemory && !readOnly) chmodSync(file, 0o600);
      return wrap(raw, options.copyOf?.file ?? storageFileOf(file), options);
    } catch (error) {
      raw.close();
      throw error;
    }
  } catch (error) {
    throw storageFailure(error, storageFileOf(file)) ?? error;
  }
}

/**
 * Returns which of the app's files this path refers to; undefined if it refers to none of them. Any file in
 * the backup folder counts as a backup.
 */
export function storageFileOf(path: string): StorageFile | undefined {
  if (basename(dirname(path)) === 'backups') return 'backup';
  return storageFileSchema.safeParse(basename(path).split('.')[0]).data;
}

function applyReadingPragmas(raw: Database.Database): void {
  raw.pragma(`busy_timeout = ${BUSY_READ_ONLY_MS}`);
  // The `readonly` option alone is not enough, because some SQLite drivers open every file for writing.
  raw.pragma('query_only = ON');
}

function applyPragmas(raw: Database.Database): void {
  raw.pragma(`busy_timeout = ${BUSY_MS}`);
  raw.pragma('journal_mode = WAL');
  for (const pragma of ACKNOWLEDGED) raw.pragma(pragma);
  // These two pragmas are needed on macOS, where plain fsync returns before the data is on the disk.
  // Elsewhere, they have no effect.
  raw.pragma('fullfsync = ON');
  raw.pragma('checkpoint_fullfsync = ON');
  raw.pragma('foreign_keys = ON');
  // Overwrites freed pages, so erased data is also removed from the file itself.
  raw.pragma('secure_delete = ON');
  raw.pragma('temp_store = MEMORY');
}

function wrap(
  raw: Database.Database,
  file: StorageFile | undefined,
  { clock, log, onDamaged, copyOf }: OpenOptions,
): WriteDb {
  const steadyMs = clock.steadyMs ?? clock.monotonicMs;
  const statements = new Map<string, Database.Statement<[SqlParams | SqlValues]>>();
  const statement = (sql: string) => {
    let known = statements.get(sql);
    if (!known) {
      known = raw.prepare<[SqlParams | SqlValues]>(sql);
      statements.set(sql, known);
    }
    return known;
  };
  const timed = <T>(sql: string, body: () => T): T => {
    const startMs = steadyMs();
    try {
      return body();
    } catch (error) {
      const failure = storageFailure(error, file, copyOf?.reason);
      if (isStorage(failure, 'damaged')) onDamaged?.();
      throw failure ?? error;
    } finally {
      const tookMs = steadyMs() - startMs;
      if (tookMs > SLOW_QUERY_MS)
        log.warn('slow-query', { tookMs: Math.round(tookMs), sql: sql.slice(0, 200) });
    }
  };
  return createHandle({
    all: (sql, params) => timed(sql, () => statement(sql).all(params).map(asRow)),
    iterate: function* (sql, params) {
      const rows = timed(sql, () => statement(sql).iterate(params));
      try {
        for (;;) {
          const next = timed(sql, () => rows.next());
          if (next.done === true) return;
          yield asRow(next.value);
        }
      } finally {
        rows.return?.();
      }
    },
    get: (sql, params) =>
      timed(sql, () => {
        const row = statement(sql).get(params);
        return row === undefined || row === null ? null : asRow(row);
      }),
    run: (sql, params) =>
      timed(sql, () => {
        const { changes, lastInsertRowid } = statement(sql).run(params);
        return { changes, lastId: Number(lastInsertRowid) };
      }),
    exec: (sql) => timed(sql, () => void raw.exec(sql)),
    inTransaction: () => raw.inTransaction,
    close: () => raw.close(),
  });
}

/** better-sqlite3 types rows as unknown; a SELECT row is always an object of SQLite values. */
function asRow(row: unknown): SqlRow {
  if (typeof row !== 'object' || row === null) throw new Error('a query returned something that is no row');
  return row as SqlRow;
}

/**
 * Returns the storage failure for an expected SQLite or system error; null for any other error. `whyReadOnly`
 * is the reason for refused writes.
 */
export function storageFailure(
  error: unknown,
  file?: StorageFile,
  whyReadOnly: 'full' | 'read-only' = 'read-only',
): AppFailure | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string')
    return null;
  const found = reasonOf(error.code);
  const reason = found === 'read-only' ? whyReadOnly : found;
  return reason === null
    ? null
    : new AppFailure({ kind: 'storage', reason, ...(file === undefined ? {} : { file }) });
}

function reasonOf(code: string): AppErrorOf<'storage'>['reason'] | null {
  const is = (...starts: readonly string[]): boolean => starts.some((start) => code.startsWith(start));
  if (is('SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT')) return 'full';
  if (is('SQLITE_READONLY', 'EACCES', 'EROFS', 'EPERM')) return 'read-only';
  if (is('SQLITE_CORRUPT', 'SQLITE_NOTADB')) return 'damaged';
  // `EBUSY`, `ENOTEMPTY`: another program, often a virus scanner, has a file or folder open.
  if (is('SQLITE_BUSY', 'EBUSY', 'ENOTEMPTY')) return 'busy';
  return is('SQLITE_CANTOPEN', 'SQLITE_IOERR') ? 'unavailable' : null;
}
