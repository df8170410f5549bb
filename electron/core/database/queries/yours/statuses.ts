import { all, get, num, run, text, textOrNull, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

interface StoredStatus {
  readonly statusId: string;
  readonly name: string;
  readonly count: number;
}

const STATUS = `SELECT status_id, name,
    (SELECT count(*) FROM company_status WHERE company_status.status_id = status.status_id) AS n
  FROM status`;
const statusOf = (row: SqlRow): StoredStatus => ({
  statusId: text(row, 'status_id'),
  name: text(row, 'name'),
  count: num(row, 'n'),
});

/** Returns all statuses in the order of the sales pipeline. */
export const statuses = (db: ReadDb): StoredStatus[] => all(db, `${STATUS} ORDER BY position`).map(statusOf);

export function statusNamed(db: ReadDb, nameFolded: string): string | null {
  const row = get(db, 'SELECT status_id FROM status WHERE name_folded = :nameFolded', { nameFolded });
  return row === null ? null : text(row, 'status_id');
}

export function renameStatus(
  db: WriteDb,
  status: { statusId: string; name: string; nameFolded: string },
): void {
  run(db, 'UPDATE status SET name = :name, name_folded = :nameFolded WHERE status_id = :statusId', status);
}

export function insertStatus(
  db: WriteDb,
  status: { statusId: string; position: number; name: string; nameFolded: string },
): void {
  run(
    db,
    'INSERT INTO status (status_id, position, name, name_folded) VALUES (:statusId, :position, :name, :nameFolded)',
    status,
  );
}

/** Deletes a status. Its name stays in `deleted_status`, because saved views may still filter by it. */
export function deleteStatus(db: WriteDb, statusId: string): void {
  run(
    db,
    `INSERT INTO deleted_status (status_id, name) SELECT status_id, name FROM status WHERE status_id = :statusId
     ON CONFLICT (status_id) DO UPDATE SET name = excluded.name`,
    { statusId },
  );
  run(db, 'DELETE FROM status WHERE status_id = :statusId', { statusId });
}

export const greatestStatusPosition = (db: ReadDb): number =>
  num(get(db, 'SELECT coalesce(max(position), 0) AS position FROM status') ?? { position: 0 }, 'position');

/** The position must not be in use. */
export function putStatusPosition(db: WriteDb, status: { statusId: string; position: number }): void {
  run(db, 'UPDATE status SET position = :position WHERE status_id = :statusId', status);
}

/**
 * Returns the given statuses that no longer exist, with their last known name. `name` is null if it is
 * unknown.
 */
export const deletedAmong = (
  db: ReadDb,
  statusIds: readonly string[],
): { readonly id: string; readonly name: string | null }[] =>
  all(
    db,
    `SELECT wanted.value AS id, deleted_status.name FROM json_each(:ids) AS wanted
     LEFT JOIN status ON status.status_id = wanted.value
     LEFT JOIN deleted_status ON deleted_status.status_id = wanted.value
     WHERE status.status_id IS NULL ORDER BY wanted.key`,
    { ids: JSON.stringify(statusIds) },
  ).map((row) => ({ id: text(row, 'id'), name: textOrNull(row, 'name') }));

export const hasStatus = (db: ReadDb, statusId: string): boolean =>
  get(db, 'SELECT 1 FROM status WHERE status_id = :statusId', { statusId }) !== null;

/** Returns the id of the status at a position; null if there is none. */
export function statusAt(db: ReadDb, position: number): string | null {
  const row = get(db, 'SELECT status_id FROM status WHERE position = :position', { position });
  return row === null ? null : text(row, 'status_id');
}

export const companiesWithStatus = (
  db: ReadDb,
  statusId: string,
): { readonly companyId: string; readonly companyName: string }[] =>
  all(db, 'SELECT company_id, company_name FROM company_status WHERE status_id = :statusId', {
    statusId,
  }).map((row) => ({ companyId: text(row, 'company_id'), companyName: text(row, 'company_name') }));

interface StoredCompanyStatus {
  readonly companyId: string;
  readonly statusId: string;
  readonly name: string;
  readonly setAtMs: number;
}

/** Returns the statuses of these companies. Companies without a status are omitted. */
export function statusesOf(db: ReadDb, companyIds: readonly string[]): Map<string, StoredCompanyStatus> {
  const rows = all(
    db,
    `SELECT company_status.company_id, status_id, status.name, set_at_ms FROM json_each(:ids) AS wanted
     JOIN company_status ON company_status.company_id = wanted.value JOIN status USING (status_id)`,
    { ids: JSON.stringify(companyIds) },
  );
  return new Map(
    rows.map((row) => [
      text(row, 'company_id'),
      {
        companyId: text(row, 'company_id'),
        statusId: text(row, 'status_id'),
        name: text(row, 'name'),
        setAtMs: num(row, 'set_at_ms'),
      },
    ]),
  );
}

export function putCompanyStatus(
  db: WriteDb,
  marked: { companyId: string; companyName: string; statusId: string; setAtMs: number },
): void {
  run(
    db,
    `INSERT INTO company_status (company_id, company_name, status_id, set_at_ms)
     VALUES (:companyId, :companyName, :statusId, :setAtMs)
     ON CONFLICT (company_id) DO UPDATE SET company_name = excluded.company_name, status_id = excluded.status_id,
       set_at_ms = excluded.set_at_ms`,
    marked,
  );
}

export function clearCompanyStatus(db: WriteDb, companyId: string): void {
  run(db, 'DELETE FROM company_status WHERE company_id = :companyId', { companyId });
}
