import { chmodSync, closeSync, existsSync, fchmodSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { cacheMigrations } from '../db/migrations/cache/index.ts';
import { ledgerMigrations } from '../db/migrations/ledger/index.ts';
import { yoursMigrations } from '../db/migrations/yours/index.ts';
import { migrate, type Migration } from '../db/migrate.ts';
import { openDatabase, storageFailure } from '../db/open.ts';
import { isSound } from '../db/queries/soundness.ts';
import { close, type WriteDb } from '../db/sql.ts';
import type { Clock, Logger } from '../ports.ts';

/** The three files of a workspace, open. */
export interface WorkspaceFiles {
  /** What the service said: `cache.db`. */
  readonly cache: WriteDb;
  /** What the seller wrote: `yours.db`. */
  readonly yours: WriteDb;
  /** Every request: `ledger.db`. */
  readonly ledger: WriteDb;
  /** Name of the damaged cache that was set aside while opening; null where the cache was whole. */
  readonly setAside: string | null;
  close(): void;
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Opens and migrates a workspace's files; folder and files are the owner's only. A damaged `cache.db` is set aside and made
 * anew, for the service can say it again. `yours.db` and `ledger.db` are never replaced.
 * @throws AppFailure storage
 */
export function openWorkspaceFiles(folder: string, { clock, log }: Surroundings): WorkspaceFiles {
  const opened: WriteDb[] = [];
  const open = (name: string, steps: readonly Migration[]): WriteDb => {
    const db = openFile(join(folder, name), steps, { clock, log });
    opened.push(db);
    return db;
  };
  const closeAll = (): void => {
    for (const db of opened.splice(0)) close(db);
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    // The seller's own words first: nothing is done to the cache while they do not open.
    const yours = open('yours.db', yoursMigrations);
    const ledger = open('ledger.db', ledgerMigrations);
    const { cache, setAside } = openCache(folder, { clock, log }, () => open('cache.db', cacheMigrations));
    return { cache, yours, ledger, setAside, close: closeAll };
  } catch (error) {
    closeAll();
    throw asStorageFailure(error);
  }
}

const SIDE_FILES = ['', '-wal', '-shm'] as const;

function openFile(file: string, steps: readonly Migration[], surroundings: Surroundings): WriteDb {
  // Made here, before SQLite does: what it puts beside the file takes over its mode.
  ownerOnly(file);
  const db = openDatabase(file, surroundings);
  try {
    if (!isSound(db)) throw new AppFailure({ kind: 'storage', reason: 'damaged' });
    migrate(db, steps);
    for (const side of SIDE_FILES) if (existsSync(file + side)) chmodSync(file + side, 0o600);
    return db;
  } catch (error) {
    close(db);
    throw error;
  }
}

function ownerOnly(file: string): void {
  const descriptor = openSync(file, 'a', 0o600);
  try {
    fchmodSync(descriptor, 0o600);
  } finally {
    closeSync(descriptor);
  }
}

/** Only damage is answered here; any other trouble with the cache is told. */
function openCache(
  folder: string,
  surroundings: Surroundings,
  open: () => WriteDb,
): { cache: WriteDb; setAside: string | null } {
  try {
    return { cache: open(), setAside: null };
  } catch (error) {
    const damaged = error instanceof AppFailure && isDamage(error.appError);
    if (!damaged) throw error;
  }
  const setAside = putAside(folder, surroundings);
  return { cache: open(), setAside };
}

const isDamage = (error: AppError): boolean => error.kind === 'storage' && error.reason === 'damaged';

/** The damaged file is kept: what it holds was paid for, and a part of it may be read again one day. */
function putAside(folder: string, { clock, log }: Surroundings): string {
  const stamp = new Date(clock.nowMs()).toISOString().replace(/[-:]|\.\d+/g, '');
  let name = `cache.damaged-${stamp}.db`;
  for (let number = 2; existsSync(join(folder, name)); number += 1)
    name = `cache.damaged-${stamp}-${number}.db`;
  for (const side of SIDE_FILES) {
    const from = join(folder, `cache.db${side}`);
    if (existsSync(from)) renameSync(from, join(folder, name + side));
  }
  log.error('cache-damaged', { setAside: name });
  return name;
}

/** Whatever the file system says while opening is trouble with storage. */
function asStorageFailure(error: unknown): unknown {
  if (error instanceof AppFailure) return error;
  const known = storageFailure(error);
  if (known !== null) return known;
  const fromSystem = error instanceof Error && 'syscall' in error;
  return fromSystem ? new AppFailure({ kind: 'storage', reason: 'unavailable' }) : error;
}
