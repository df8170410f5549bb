import { all, iterate, run, text, type ReadDb, type WriteDb } from '../../../sql.ts';

/* Stores a hash of each version of user data that is exchanged with an archive. */

export interface ArchivedVersion {
  readonly itemType: string;
  readonly itemKey: string;
  readonly hash: string;
}

/**
 * Returns the versions of all exchanges except undone ones, oldest first for each item. The cross join keeps
 * the order of the primary key, so SQLite need not sort all rows before it returns the first one.
 */
export function* archivedVersions(db: ReadDb): Generator<ArchivedVersion> {
  const rows = iterate(
    db,
    `SELECT item_type, item_key, hash FROM archived_version CROSS JOIN archive_exchange USING (exchange_id)
     ORDER BY item_type, item_key, archived_version.exchange_id, position`,
  );
  for (const row of rows)
    yield { itemType: text(row, 'item_type'), itemKey: text(row, 'item_key'), hash: text(row, 'hash') };
}

export const insertExchange = (db: WriteDb, atMs: number): number =>
  run(db, 'INSERT INTO archive_exchange (at_ms) VALUES (:atMs)', { atMs }).lastId;

/** Inserts the versions of one exchange in one statement, because there may be tens of thousands. */
export function insertArchivedVersions(
  db: WriteDb,
  exchangeId: number,
  versions: readonly (ArchivedVersion & {
    readonly position: number;
    /** Null for data that is not about one company. */
    readonly companyId: string | null;
  })[],
): void {
  const rows = versions.map((each) => [
    each.itemType,
    each.itemKey,
    each.position,
    each.hash,
    each.companyId,
  ]);
  run(
    db,
    `INSERT INTO archived_version (item_type, item_key, exchange_id, position, hash, company_id)
     SELECT value ->> 0, value ->> 1, :exchangeId, value ->> 2, value ->> 3, value ->> 4 FROM json_each(:rows)`,
    { exchangeId, rows: JSON.stringify(rows) },
  );
}

/** Deletes the versions that belong to an undone import, once the import can no longer be redone. */
export const pruneUndoneVersions = (db: WriteDb): void =>
  void run(
    db,
    `DELETE FROM archived_version WHERE exchange_id NOT IN (SELECT exchange_id FROM archive_exchange)
       AND NOT EXISTS (SELECT 1 FROM undo_slot WHERE part = 'archive_exchange' AND row_key = '[' || exchange_id || ']')`,
  );

/** Deletes all but the newest `max` versions of each of these items. */
export const pruneVersionsOf = (
  db: WriteDb,
  items: readonly Pick<ArchivedVersion, 'itemType' | 'itemKey'>[],
  max: number,
): void =>
  void run(
    db,
    `DELETE FROM archived_version WHERE (item_type, item_key, exchange_id, position) IN (
       SELECT item_type, item_key, exchange_id, position FROM (
         SELECT item_type, item_key, exchange_id, position, row_number() OVER (
           PARTITION BY item_type, item_key ORDER BY exchange_id DESC, position DESC) AS place
         FROM json_each(:items) AS item CROSS JOIN archived_version
           ON item_type = item.value ->> 0 AND item_key = item.value ->> 1)
       WHERE place > :max)`,
    { items: JSON.stringify(items.map(({ itemType, itemKey }) => [itemType, itemKey])), max },
  );

/** Returns the ids of all companies that have a row in `archived_version`. */
export const companiesOfArchivedVersions = (db: ReadDb): string[] =>
  all(db, 'SELECT DISTINCT company_id AS id FROM archived_version WHERE company_id IS NOT NULL').map((row) =>
    text(row, 'id'),
  );

export const deleteArchivedVersionsOf = (db: WriteDb, companyId: string): void =>
  void run(db, 'DELETE FROM archived_version WHERE company_id = :companyId', { companyId });
