import { all, get, num, run, text, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

export interface StoredWatchlist {
  readonly listId: number;
  readonly name: string;
  readonly count: number;
}

const LIST = `SELECT watchlist.list_id, watchlist.name,
    (SELECT count(*) FROM watchlist_entry WHERE watchlist_entry.list_id = watchlist.list_id AND dropped = 0) AS n
  FROM watchlist`;

const listOf = (row: SqlRow): StoredWatchlist => ({
  listId: num(row, 'list_id'),
  name: text(row, 'name'),
  count: num(row, 'n'),
});

/** Returns the lists that were not removed, sorted by name. */
export function watchlists(db: ReadDb): StoredWatchlist[] {
  return all(db, `${LIST} WHERE removed_at_ms IS NULL ORDER BY name_folded`).map(listOf);
}

/** Returns null if the list does not exist or was removed. */
export function watchlistById(db: ReadDb, listId: number): StoredWatchlist | null {
  const row = get(db, `${LIST} WHERE list_id = :listId AND removed_at_ms IS NULL`, { listId });
  return row === null ? null : listOf(row);
}

export function removedWatchlistName(db: ReadDb, listId: number): string | null {
  const row = get(db, 'SELECT name FROM watchlist WHERE list_id = :listId AND removed_at_ms IS NOT NULL', {
    listId,
  });
  return row === null ? null : text(row, 'name');
}

/** Returns the id of the list that currently has this name. */
export function watchlistNamed(db: ReadDb, nameFolded: string): number | null {
  const row = get(
    db,
    'SELECT list_id FROM watchlist WHERE name_folded = :nameFolded AND removed_at_ms IS NULL',
    { nameFolded },
  );
  return row === null ? null : num(row, 'list_id');
}

export function insertWatchlist(
  db: WriteDb,
  list: { name: string; nameFolded: string; createdAtMs: number },
): number {
  return run(
    db,
    `INSERT INTO watchlist (name, name_folded, created_at_ms) VALUES (:name, :nameFolded, :createdAtMs)`,
    list,
  ).lastId;
}

export function renameWatchlist(
  db: WriteDb,
  list: { listId: number; name: string; nameFolded: string },
): void {
  run(db, 'UPDATE watchlist SET name = :name, name_folded = :nameFolded WHERE list_id = :listId', list);
}

export function markWatchlistRemoved(db: WriteDb, listId: number, removedAtMs: number | null): void {
  run(db, 'UPDATE watchlist SET removed_at_ms = :removedAtMs WHERE list_id = :listId', {
    listId,
    removedAtMs,
  });
}

/**
 * Adds a company to a list. If the company was once removed from the list, its entry is restored with the
 * time at which it was first added. An empty reason does not replace the stored reason.
 */
export function putEntry(
  db: WriteDb,
  entry: { listId: number; companyId: string; companyName: string; reason: string; addedAtMs: number },
): void {
  run(
    db,
    `INSERT INTO watchlist_entry (list_id, company_id, company_name, reason, added_at_ms, dropped)
     VALUES (:listId, :companyId, :companyName, :reason, :addedAtMs, 0)
     ON CONFLICT (list_id, company_id) DO UPDATE SET dropped = 0, company_name = excluded.company_name,
       reason = CASE WHEN excluded.reason = '' THEN reason ELSE excluded.reason END`,
    entry,
  );
}

export function dropEntry(db: WriteDb, listId: number, companyId: string): void {
  run(db, 'UPDATE watchlist_entry SET dropped = 1 WHERE list_id = :listId AND company_id = :companyId', {
    listId,
    companyId,
  });
}

export function listsOfCompany(db: ReadDb, companyId: string): number[] {
  return all(
    db,
    `SELECT watchlist_entry.list_id FROM watchlist_entry JOIN watchlist USING (list_id)
     WHERE watchlist_entry.company_id = :companyId AND dropped = 0 AND removed_at_ms IS NULL
     ORDER BY watchlist.name_folded`,
    { companyId },
  ).map((row) => num(row, 'list_id'));
}

export function listNamesOf(db: ReadDb, companyIds: readonly string[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const rows = all(
    db,
    `SELECT watchlist_entry.company_id, watchlist.name FROM json_each(:ids) AS wanted
     JOIN watchlist_entry ON watchlist_entry.company_id = wanted.value AND dropped = 0
     JOIN watchlist ON watchlist.list_id = watchlist_entry.list_id AND removed_at_ms IS NULL
     ORDER BY watchlist.name_folded`,
    { ids: JSON.stringify(companyIds) },
  );
  for (const row of rows) {
    const companyId = text(row, 'company_id');
    names.set(companyId, [...(names.get(companyId) ?? []), text(row, 'name')]);
  }
  return names;
}

export interface StoredEntry {
  readonly listId: number;
  readonly listName: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly reason: string;
  readonly addedAtMs: number;
}

const ENTRY = `SELECT list_id, watchlist.name, watchlist_entry.company_id, company_name, reason, added_at_ms
  FROM watchlist_entry JOIN watchlist USING (list_id)`;
const entryOf = (row: SqlRow): StoredEntry => ({
  listId: num(row, 'list_id'),
  listName: text(row, 'name'),
  companyId: text(row, 'company_id'),
  companyName: text(row, 'company_name'),
  reason: text(row, 'reason'),
  addedAtMs: num(row, 'added_at_ms'),
});

/** Returns null if the company is not on the list. */
export function entryOfList(db: ReadDb, listId: number, companyId: string): StoredEntry | null {
  const row = get(
    db,
    `${ENTRY} WHERE list_id = :listId AND watchlist_entry.company_id = :companyId AND dropped = 0
       AND removed_at_ms IS NULL`,
    { listId, companyId },
  );
  return row === null ? null : entryOf(row);
}

/** Returns the company's list entries, sorted by list name. */
export function entriesOfCompany(db: ReadDb, companyId: string): StoredEntry[] {
  return all(
    db,
    `${ENTRY} WHERE watchlist_entry.company_id = :companyId AND dropped = 0 AND removed_at_ms IS NULL
     ORDER BY watchlist.name_folded`,
    { companyId },
  ).map(entryOf);
}

/** Returns a page of a list's companies, newest entries first. */
export function entriesOfList(
  db: ReadDb,
  page: { listId: number; offset: number; limit: number },
): StoredEntry[] {
  return all(
    db,
    `${ENTRY} WHERE list_id = :listId AND dropped = 0 AND removed_at_ms IS NULL
     ORDER BY added_at_ms DESC, watchlist_entry.company_id LIMIT :limit OFFSET :offset`,
    page,
  ).map(entryOf);
}

/** Writes the entry with all given values. An existing entry for the same list and company is overwritten. */
export function moveEntry(db: WriteDb, entry: Omit<StoredEntry, 'listName'>): void {
  run(
    db,
    `INSERT INTO watchlist_entry (list_id, company_id, company_name, reason, added_at_ms, dropped)
     VALUES (:listId, :companyId, :companyName, :reason, :addedAtMs, 0)
     ON CONFLICT (list_id, company_id) DO UPDATE SET dropped = 0, company_name = excluded.company_name,
       reason = excluded.reason, added_at_ms = excluded.added_at_ms`,
    { ...entry },
  );
}

export function setReason(db: WriteDb, entry: { listId: number; companyId: string; reason: string }): void {
  run(
    db,
    'UPDATE watchlist_entry SET reason = :reason WHERE list_id = :listId AND company_id = :companyId',
    entry,
  );
}

export interface Listed {
  readonly companyId: string;
  readonly companyName: string;
  readonly listId: number;
}

/**
 * Returns the companies on all existing lists, the newest entries first. A company on several lists appears
 * once for each list.
 */
export const listedCompanies = (db: ReadDb, limit: number): Listed[] =>
  all(
    db,
    `SELECT watchlist_entry.company_id, watchlist_entry.company_name, watchlist_entry.list_id
     FROM watchlist_entry JOIN watchlist USING (list_id)
     WHERE dropped = 0 AND removed_at_ms IS NULL
     ORDER BY watchlist_entry.added_at_ms DESC LIMIT :limit`,
    { limit },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    companyName: text(row, 'company_name'),
    listId: num(row, 'list_id'),
  }));
