import { all, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/* Hashes of earlier versions of user data that were exchanged with archives. */

export interface ArchivedVersion {
  readonly itemType: string;
  readonly itemKey: string;
  readonly hash: string;
}

/** Returns the versions of all exchanges that were not undone, oldest first for each item. */
export const archivedVersions = (db: ReadDb): ArchivedVersion[] =>
  all(
    db,
    `SELECT item_type, item_key, hash FROM archived_version JOIN archive_exchange USING (exchange_id)
     ORDER BY item_type, item_key, exchange_id, position`,
  ).map((row) => ({
    itemType: text(row, 'item_type'),
    itemKey: text(row, 'item_key'),
    hash: text(row, 'hash'),
  }));

export const insertExchange = (db: WriteDb, atMs: number): number =>
  run(db, 'INSERT INTO archive_exchange (at_ms) VALUES (:atMs)', { atMs }).lastId;

export function insertArchivedVersion(
  db: WriteDb,
  version: ArchivedVersion & {
    readonly exchangeId: number;
    readonly position: number;
    /** Null for data that belongs to no single company. */
    readonly companyId: string | null;
  },
): void {
  run(
    db,
    `INSERT INTO archived_version (item_type, item_key, exchange_id, position, hash, company_id)
     VALUES (:itemType, :itemKey, :exchangeId, :position, :hash, :companyId)`,
    { ...version },
  );
}

/** Deletes all but the newest `max` versions of each item, and the versions of undone imports that no redo restores. */
export function pruneArchivedVersions(db: WriteDb, max: number): void {
  run(
    db,
    `DELETE FROM archived_version WHERE exchange_id NOT IN (SELECT exchange_id FROM archive_exchange)
       AND NOT EXISTS (SELECT 1 FROM undo_slot WHERE part = 'archive_exchange' AND row_key = '[' || exchange_id || ']')`,
  );
  run(
    db,
    `DELETE FROM archived_version WHERE (item_type, item_key, exchange_id, position) IN (
       SELECT item_type, item_key, exchange_id, position FROM (
         SELECT item_type, item_key, exchange_id, position, row_number() OVER (
           PARTITION BY item_type, item_key ORDER BY exchange_id DESC, position DESC) AS place
         FROM archived_version)
       WHERE place > :max)`,
    { max },
  );
}

/** Returns the ids of all companies with exchanged versions. */
export const companiesOfArchivedVersions = (db: ReadDb): string[] =>
  all(db, 'SELECT DISTINCT company_id AS id FROM archived_version WHERE company_id IS NOT NULL').map((row) =>
    text(row, 'id'),
  );

export const deleteArchivedVersionsOf = (db: WriteDb, companyId: string): void =>
  void run(db, 'DELETE FROM archived_version WHERE company_id = :companyId', { companyId });
