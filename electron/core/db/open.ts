import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Clock, Logger } from '../ports.ts';
import { createHandle, type SqlParams, type SqlRow, type WriteDb } from './sql.ts';

export interface OpenOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Weakens `synchronous` to prove that the durability tests can fail. Tests only. */
  readonly plantedDefect?: 'synchronous-off';
}

/** Queries slower than this are logged, ms. */
const SLOW_QUERY_MS = 40;

/**
 * Opens a database file with the one set of pragmas this product uses; nothing else imports better-sqlite3.
 * `:memory:` is accepted for tests.
 * @throws AppFailure storage
 */
export function openDatabase(file: string, options: OpenOptions): WriteDb {
  const inMemory = file === ':memory:';
  if (!inMemory) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = inMemory || !existsSync(file);
  try {
    const raw = new Database(file);
    try {
      applyPragmas(raw, options);
      // Owner only: the folder holds what the seller paid for and wrote.
      if (fresh && !inMemory) chmodSync(file, 0o600);
      return wrap(raw, options);
    } catch (error) {
      raw.close();
      throw error;
    }
  } catch (error) {
    throw storageFailure(error) ?? error;
  }
}

function applyPragmas(raw: Database.Database, options: OpenOptions): void {
  raw.pragma('busy_timeout = 5000');
  raw.pragma('journal_mode = WAL');
  raw.pragma(`synchronous = ${options.plantedDefect === 'synchronous-off' ? 'OFF' : 'FULL'}`);
  raw.pragma('foreign_keys = ON');
  // Freed pages are overwritten, so that what was erased is gone from the file as well.
  raw.pragma('secure_delete = ON');
  raw.pragma('temp_store = MEMORY');
}

function wrap(raw: Database.Database, { clock, log }: OpenOptions): WriteDb {
  const statements = new Map<string, Database.Statement<[SqlParams]>>();
  const statement = (sql: string) => {
    let known = statements.get(sql);
    if (!known) {
      known = raw.prepare<[SqlParams]>(sql);
      statements.set(sql, known);
    }
    return known;
  };
  const timed = <T>(sql: string, body: () => T): T => {
    const startMs = clock.monotonicMs();
    try {
      return body();
    } catch (error) {
      throw storageFailure(error) ?? error;
    } finally {
      const tookMs = clock.monotonicMs() - startMs;
      if (tookMs > SLOW_QUERY_MS)
        log.warn('slow-query', { tookMs: Math.round(tookMs), sql: sql.slice(0, 200) });
    }
  };
  return createHandle({
    all: (sql, params) => timed(sql, () => statement(sql).all(params).map(asRow)),
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

/** better-sqlite3 types rows as unknown; a row of a SELECT is always an object of SQLite values. */
function asRow(row: unknown): SqlRow {
  if (typeof row !== 'object' || row === null) throw new Error('a query returned something that is no row');
  return row as SqlRow;
}

/** Tells SQLite's expected failures apart; null for anything else. */
export function storageFailure(error: unknown): AppFailure | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string')
    return null;
  const code = error.code;
  if (code.startsWith('SQLITE_FULL')) return new AppFailure({ kind: 'storage', reason: 'full' });
  if (code.startsWith('SQLITE_READONLY') || code === 'EACCES' || code === 'EROFS')
    return new AppFailure({ kind: 'storage', reason: 'read-only' });
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB'))
    return new AppFailure({ kind: 'storage', reason: 'damaged' });
  if (code.startsWith('SQLITE_BUSY')) return new AppFailure({ kind: 'storage', reason: 'busy' });
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_IOERR') || code === 'ENOSPC')
    return new AppFailure({ kind: 'storage', reason: code === 'ENOSPC' ? 'full' : 'unavailable' });
  return null;
}
