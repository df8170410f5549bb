import { all, bytesOrNull, get, run, selectCount, text, type ReadDb, type WriteDb } from '../../../sql.ts';

/*
 * The saved facts of the search. Part 0 is the header, which is empty until all other parts are stored.
 */

export const HEADER = 0;

/** Returns a part; null if it is not stored. */
export function savedPart(db: ReadDb, part: number): Buffer | null {
  const row = get(db, 'SELECT bytes FROM search_saved WHERE part = :part', { part });
  return row === null ? null : bytesOrNull(row, 'bytes');
}

/**
 * Empties the header, so the stored parts are no longer read. New parts later replace the stored ones one by
 * one, because deleting all of them at once would block the process. Call inside a transaction.
 */
export function beginSaving(db: WriteDb): void {
  storePart(db, HEADER, Buffer.alloc(0));
  run(db, 'DELETE FROM search_unsaved');
}

/**
 * Returns whether the parts stored since `beginSaving` still exist. If a company is deleted in the meantime,
 * all parts are deleted.
 */
export const isSaving = (db: ReadDb): boolean =>
  selectCount(db, `SELECT count(*) AS n FROM search_saved WHERE part = ${HEADER}`) > 0;

export function storePart(db: WriteDb, part: number, bytes: Buffer): void {
  run(db, 'INSERT OR REPLACE INTO search_saved (part, bytes) VALUES (:part, :bytes)', { part, bytes });
}

/** Returns the next indexed companies that have changed since the facts were saved. */
export const unsavedAfter = (db: ReadDb, after: string, limit: number): string[] =>
  all(
    db,
    'SELECT company_id FROM search_unsaved WHERE company_id > :after ORDER BY company_id LIMIT :limit',
    { after, limit },
  ).map((row) => text(row, 'company_id'));
