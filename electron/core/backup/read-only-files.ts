import { readFileSync, readSync, openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../database/open.ts';
import { migrate } from '../database/migrate.ts';
import { close, exec, type WriteDb } from '../database/sql.ts';
import { sizeOf } from './durable-files.ts';
import { stateFailure } from './file-errors.ts';
import { hasOwnRows } from './has-user-data.ts';
import { isLogWhole, pageBytesOf, stateOf, type InspectionContext } from './inspect-database.ts';
import { isOlderThanMark } from './usage-mark.ts';
import { readLog } from './wal-check.ts';
import { STEPS, type FileName, type ReadOnlyReason, type WorkspaceFiles } from './workspace-files.ts';

/*
 * To open a file in WAL mode, SQLite must create the log and its index, which is impossible on a disk that
 * cannot be written. The app therefore opens copies of the files in memory. A copy includes the commits in
 * the file's log.
 */

/** For `yours.db` and `cache.db`, whether other data proves that the file once existed. */
type Evidence = Readonly<Record<'yours' | 'cache', boolean>>;

/**
 * Opens copies of a workspace's files in memory. Writing to a copy fails with `reason`.
 * @throws AppFailure `storage` if `yours.db` or `ledger.db` is missing or damaged
 */
export function openReadOnly(
  folder: string,
  reason: ReadOnlyReason,
  evidence: Evidence,
  surroundings: InspectionContext,
): WorkspaceFiles {
  const opened: WriteDb[] = [];
  const open = (name: FileName, isExpected: boolean): WriteDb => {
    const db = openCopy({ folder, name, reason, isExpected }, surroundings);
    opened.push(db);
    return db;
  };
  const closeAll = (): void => opened.splice(0).forEach(close);
  try {
    const yours = open('yours', evidence.yours);
    const isUsed = hasOwnRows(yours, STEPS.yours, surroundings);
    const ledger = open('ledger', evidence.cache || isUsed);
    const cache = open('cache', false);
    const allowLostWrites = (isAllowed: boolean): void =>
      opened.forEach((db) => exec(db, `PRAGMA query_only = ${isAllowed ? 'OFF' : 'ON'}`));
    allowLostWrites(false);
    return {
      yours,
      ledger,
      cache,
      isCacheRebuilt: false,
      setAside: null,
      isCacheAsLeft: false,
      isYoursOlder: isOlderThanMark(folder, 'yours', yours),
      readOnly: { reason, allowLostWrites },
      doubtCache: () => undefined,
      close: closeAll,
    };
  } catch (error) {
    closeAll();
    throw error;
  }
}

interface Copied {
  readonly folder: string;
  readonly name: FileName;
  readonly reason: ReadOnlyReason;
  readonly isExpected: boolean;
}

/** Opens a migrated copy of a file. A missing or damaged cache is replaced by an empty one. */
function openCopy(copied: Copied, surroundings: InspectionContext): WriteDb {
  const { folder, name, isExpected } = copied;
  const file = join(folder, `${name}.db`);
  const image = readImage(file);
  if (image === null) {
    if (isExpected || (sizeOf(`${file}-wal`) ?? 0) > 0) throw stateFailure(name, 'missing');
    return migrated(copied, null, surroundings);
  }
  const db = isLogWhole(file) ? migratedIfSound(copied, image, surroundings) : 'damaged';
  if (typeof db !== 'string') return db;
  if (name !== 'cache' || db === 'too-new') throw stateFailure(name, db);
  return migrated(copied, null, surroundings);
}

function migratedIfSound(
  copied: Copied,
  image: Buffer,
  surroundings: InspectionContext,
): WriteDb | 'damaged' | 'missing' | 'too-new' {
  const { folder, name, isExpected } = copied;
  const db = openImage(copied, image, surroundings);
  const state = stateOf(db, join(folder, `${name}.db`), STEPS[name], isExpected, surroundings);
  if (state === 'ok' || state === 'new') {
    migrate(db, STEPS[name]);
    return db;
  }
  close(db);
  return state;
}

function migrated(copied: Copied, image: Buffer | null, surroundings: InspectionContext): WriteDb {
  const db = openImage(copied, image, surroundings);
  migrate(db, STEPS[copied.name]);
  return db;
}

const openImage = (
  { name, reason }: Copied,
  image: Buffer | null,
  surroundings: InspectionContext,
): WriteDb =>
  openDatabase(':memory:', {
    ...surroundings,
    copyOf: { file: name, reason },
    ...(image === null ? {} : { image }),
  });

/** Offsets of the two bytes in the header that show whether the database is in WAL mode. */
const WRITE_VERSION = 18;
const READ_VERSION = 19;

/**
 * Returns the bytes of a database after applying the commits in its log and turning off WAL mode. Returns
 * null if the file is missing or empty.
 */
function readImage(file: string): Buffer | null {
  if ((sizeOf(file) ?? 0) === 0) return null;
  const base = readFileSync(file);
  const pageBytes = pageBytesOf(file);
  const log = readLog(`${file}-wal`, pageBytes);
  const image = log?.pageCount == null ? base : withLog(base, `${file}-wal`, pageBytes, log);
  if (image.length > READ_VERSION) {
    image[WRITE_VERSION] = 1;
    image[READ_VERSION] = 1;
  }
  return image;
}

function withLog(
  base: Buffer,
  logFile: string,
  pageBytes: number,
  log: { readonly pageCount: number | null; readonly pages: ReadonlyMap<number, number> },
): Buffer {
  const image = Buffer.alloc((log.pageCount ?? 0) * pageBytes);
  base.copy(image);
  const descriptor = openSync(logFile, 'r');
  try {
    for (const [page, offset] of log.pages)
      if (page * pageBytes <= image.length)
        readSync(descriptor, image, (page - 1) * pageBytes, pageBytes, offset);
  } finally {
    closeSync(descriptor);
  }
  return image;
}
