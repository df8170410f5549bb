import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { noteRevisions, usageCounts } from '../database/queries/backup.ts';
import { withCommitListener, type ReadDb, type WriteDb } from '../database/sql.ts';

/*
 * A mark is a small file beside `yours.db` or `ledger.db` that stores counts from this database. If a count
 * in the database is lower than in the mark, an older file has replaced the database or its log, or the log
 * was deleted. The mark is written after each transaction, so its counts are never higher than those in the
 * database. It is written without waiting for the disk. After a power loss it may therefore be out of date,
 * and an older database may go unnoticed.
 */

type MarkedFile = 'yours' | 'ledger';

const markSchema = z.array(z.int().min(0)).max(4);
/** Length of every mark. It is constant, so a new mark overwrites the whole content of the old one. */
const MARK_BYTES = 80;

const markFile = (folder: string, name: MarkedFile): string => join(folder, `${name}.mark`);

/**
 * Updates the mark, and returns a handle to the same database. Each transaction through this handle updates
 * the mark as well.
 */
export function marked(folder: string, name: MarkedFile, db: WriteDb): WriteDb {
  writeMark(folder, name, db);
  return withCommitListener(db, () => writeMark(folder, name, db));
}

/**
 * Writes the counts of an open database to the mark. Includes the number of note revisions only if
 * `isClosing` is true, because this number may fall while the database is open. Ignores errors such as a full
 * disk, because the older mark is still valid.
 */
export function writeMark(folder: string, name: MarkedFile, db: ReadDb, isClosing = false): void {
  try {
    const counts = [...usageCounts(db, name), ...(isClosing && name === 'yours' ? [noteRevisions(db)] : [])];
    const descriptor = openSync(markFile(folder, name), constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      writeSync(descriptor, JSON.stringify(counts).padEnd(MARK_BYTES), 0);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The older mark remains.
  }
}

/** Removes the mark. Must be called before the marked file is replaced by an older copy or by a new file. */
export const removeMark = (folder: string, name: MarkedFile): void =>
  rmSync(markFile(folder, name), { force: true });

/**
 * Returns whether the database is older than the state that the mark recorded when the database was last
 * used.
 */
export function isOlderThanMark(folder: string, name: MarkedFile, db: ReadDb): boolean {
  const mark = readMark(folder, name);
  if (mark === null) return false;
  const counts = [...usageCounts(db, name), ...(name === 'yours' ? [noteRevisions(db)] : [])];
  return mark.some((value, index) => (counts[index] ?? 0) < value);
}

/** Returns whether the marks show that the workspace had user data or made requests. */
export const wasUsed = (folder: string): boolean =>
  (['yours', 'ledger'] as const).some((name) => readMark(folder, name)?.some((value) => value > 0) ?? false);

function readMark(folder: string, name: MarkedFile): readonly number[] | null {
  try {
    return markSchema.parse(JSON.parse(readFileSync(markFile(folder, name), 'utf8')));
  } catch {
    return null;
  }
}
