import { all, num, numOrNull, text, type ReadDb } from '../sql.ts';

/* Reads all notes and lists at once, so a backup can be compared with the current data. */

export interface WrittenNote {
  readonly companyId: string;
  readonly companyName: string;
  readonly savedAtMs: number;
  readonly body: string;
}

/** Returns the notes that contain text, sorted by company name. */
export const writtenNotes = (db: ReadDb): WrittenNote[] =>
  all(
    db,
    `SELECT company_id, company_name, saved_at_ms, body FROM note WHERE written = 1
     ORDER BY company_name COLLATE NOCASE, company_id`,
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    companyName: text(row, 'company_name'),
    savedAtMs: num(row, 'saved_at_ms'),
    body: text(row, 'body'),
  }));

export interface KnownList {
  readonly listId: number;
  readonly name: string;
  readonly nameFolded: string;
  readonly createdAtMs: number;
  readonly isRemoved: boolean;
}

/** Returns all lists, including removed ones, sorted by name. */
export const knownLists = (db: ReadDb): KnownList[] =>
  all(
    db,
    `SELECT list_id, name, name_folded, created_at_ms, removed_at_ms FROM watchlist
     ORDER BY name_folded, list_id`,
  ).map((row) => ({
    listId: num(row, 'list_id'),
    name: text(row, 'name'),
    nameFolded: text(row, 'name_folded'),
    createdAtMs: num(row, 'created_at_ms'),
    isRemoved: numOrNull(row, 'removed_at_ms') !== null,
  }));

export interface KnownEntry {
  readonly companyId: string;
  readonly companyName: string;
  readonly reason: string;
  readonly addedAtMs: number;
}

/** Returns the companies of a list. The list itself may have been removed. */
export const companiesOn = (db: ReadDb, listId: number): KnownEntry[] =>
  all(
    db,
    `SELECT company_id, company_name, reason, added_at_ms FROM watchlist_entry
     WHERE list_id = :listId AND dropped = 0 ORDER BY added_at_ms, company_id`,
    { listId },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    companyName: text(row, 'company_name'),
    reason: text(row, 'reason'),
    addedAtMs: num(row, 'added_at_ms'),
  }));
