import {
  all,
  bytesOrNull,
  flag,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  type ReadDb,
  type WriteDb,
} from '../sql.ts';
import { clearLocalCompany, localCompaniesNamed } from './yours/local-companies.ts';

/** Privacy settings of a workspace. They are stored in `yours.db`, with a copy in `cache.db`. */
export interface PrivacyRow {
  /** Key for the hashes of erased companies. */
  readonly companyKey: Buffer;
  /**
   * Contacts that have not been fetched again for this many months are deleted. Null if contacts are never
   * deleted.
   */
  readonly retentionMonths: number | null;
  readonly changedAtMs: number;
}

export function privacyRow(db: ReadDb): PrivacyRow | null {
  const row = get(db, 'SELECT company_key, retention_months, changed_at_ms FROM privacy WHERE id = 1');
  if (row === null) return null;
  return {
    companyKey: bytesOrNull(row, 'company_key') ?? Buffer.alloc(0),
    retentionMonths: numOrNull(row, 'retention_months'),
    changedAtMs: num(row, 'changed_at_ms'),
  };
}

export function putPrivacyRow(db: WriteDb, row: PrivacyRow): void {
  run(
    db,
    `INSERT INTO privacy (id, company_key, retention_months, changed_at_ms)
     VALUES (1, :companyKey, :retentionMonths, :changedAtMs)
     ON CONFLICT (id) DO UPDATE SET company_key = excluded.company_key,
       retention_months = excluded.retention_months, changed_at_ms = excluded.changed_at_ms`,
    { ...row },
  );
}

interface ErasedCompany {
  readonly hash: Buffer;
  readonly erasedAtMs: number;
  /** Whether the company's name was also removed from backups and from files that were set aside. */
  readonly everywhere: boolean;
}

export const erasedCompanies = (db: ReadDb): ErasedCompany[] =>
  all(db, 'SELECT hash, erased_at_ms, everywhere FROM erased_company').map((row) => ({
    hash: bytesOrNull(row, 'hash') ?? Buffer.alloc(0),
    erasedAtMs: num(row, 'erased_at_ms'),
    everywhere: flag(row, 'everywhere'),
  }));

/**
 * Returns the last time at which a company was erased or a contact was blocked, in Unix ms; null if neither
 * happened.
 */
export function newestErasureMs(db: ReadDb): number | null {
  const row = get(
    db,
    `SELECT max(at_ms) AS at_ms FROM (SELECT max(erased_at_ms) AS at_ms FROM erased_company
       UNION ALL SELECT max(since_ms) FROM suppression)`,
  );
  return row === null ? null : numOrNull(row, 'at_ms');
}

export function countErasedCompanies(db: ReadDb): number {
  return selectCount(db, 'SELECT count(*) AS n FROM erased_company');
}

/**
 * Stores an erasure. If the company was erased before, the value of `everywhere` of the later erasure
 * applies. Backups made between the two erasures may contain the company's name again.
 */
export function putErasedCompany(db: WriteDb, { everywhere, ...erased }: ErasedCompany): void {
  run(
    db,
    `INSERT INTO erased_company (hash, erased_at_ms, everywhere) VALUES (:hash, :erasedAtMs, :everywhere)
     ON CONFLICT (hash) DO UPDATE SET erased_at_ms = excluded.erased_at_ms, everywhere = excluded.everywhere
     WHERE excluded.erased_at_ms > erased_at_ms
       OR excluded.erased_at_ms = erased_at_ms AND excluded.everywhere > everywhere`,
    { ...erased, everywhere: everywhere ? 1 : 0 },
  );
}

export function markErasedEverywhere(db: WriteDb): void {
  run(db, 'UPDATE erased_company SET everywhere = 1 WHERE everywhere = 0');
}

/**
 * Returns the tables of `yours.db` that have columns for a company's id and name. Reads them from the schema,
 * because a restored file may have an older schema.
 */
const tablesNamingCompanies = (db: ReadDb): string[] =>
  all(
    db,
    `SELECT schema.name FROM sqlite_schema AS schema
     WHERE schema.type = 'table'
       AND EXISTS (SELECT 1 FROM pragma_table_info(schema.name) WHERE name = 'company_id')
       AND EXISTS (SELECT 1 FROM pragma_table_info(schema.name) WHERE name = 'company_name')
     ORDER BY schema.name`,
  ).map((row) => text(row, 'name'));

const quoted = (table: string): string => `"${table.replaceAll('"', '""')}"`;

/**
 * The places where rows of `undo_slot` contain a company's name. Each place occurs in the rows about the
 * tables in `parts`. `name` is the JSON path of the company's name; `id` is an SQL expression for a JSON
 * array that begins with the company's id.
 */
const NAMES_IN_SLOTS: readonly { parts: readonly string[]; name: string; id: string }[] = [
  { parts: ['watchlist_entry', 'company_status', 'company_tag', 'triage'], name: '$[0]', id: 'row_key' },
  { parts: ['task', 'contact_log', 'own_act'], name: '$[1]', id: 'coalesce(before, after)' },
  // A local company can be identified by its name, its website and its LinkedIn page, so all three are
  // listed.
  ...['$[0]', '$[1]', '$[2]'].map((name) => ({ parts: ['local_company'], name, id: 'row_key' })),
];

/** Returns the ids of all companies whose name is stored in any table, including the undo journal. */
export const companiesNamed = (db: ReadDb): string[] => {
  const ids = new Set<string>();
  for (const table of tablesNamingCompanies(db))
    for (const row of all(db, `SELECT DISTINCT company_id FROM ${quoted(table)} WHERE company_name <> ''`))
      ids.add(text(row, 'company_id'));
  if (hasTable(db, 'local_company')) for (const id of localCompaniesNamed(db)) ids.add(id);
  if (hasTable(db, 'undo_slot'))
    for (const { parts, name, id } of NAMES_IN_SLOTS)
      for (const row of all(
        db,
        `SELECT DISTINCT json_extract(${id}, '$[0]') AS company_id FROM undo_slot
         WHERE part IN (SELECT value FROM json_each(:parts))
           AND (json_extract(before, '${name}') <> '' OR json_extract(after, '${name}') <> '')`,
        { parts: JSON.stringify(parts) },
      ))
        ids.add(text(row, 'company_id'));
  return [...ids];
};

/**
 * Removes a company's name from all user data about the company. The rest of the data stays.
 * @returns the number of changed rows
 */
export function clearCompanyName(db: WriteDb, companyId: string): number {
  let changed = 0;
  for (const table of tablesNamingCompanies(db))
    changed += run(
      db,
      `UPDATE ${quoted(table)} SET company_name = '' WHERE company_id = :companyId AND company_name <> ''`,
      { companyId },
    ).changes;
  if (hasTable(db, 'local_company')) changed += clearLocalCompany(db, companyId);
  return changed + unnameUndoSlots(db, companyId);
}

function unnameUndoSlots(db: WriteDb, companyId: string): number {
  if (!hasTable(db, 'undo_slot')) return 0;
  let changed = 0;
  for (const { parts, name, id } of NAMES_IN_SLOTS)
    for (const column of ['before', 'after'])
      changed += run(
        db,
        `UPDATE undo_slot SET ${column} = json_replace(${column}, '${name}', '')
         WHERE part IN (SELECT value FROM json_each(:parts)) AND json_extract(${id}, '$[0]') = :companyId
           AND json_extract(${column}, '${name}') <> ''`,
        { companyId, parts: JSON.stringify(parts) },
      ).changes;
  return changed;
}

/** Deletes the reference to a contact. Log entries that use the reference remain. */
export function deleteContactRef(yours: WriteDb, ref: { companyId: string; identity: Buffer }): void {
  run(yours, 'DELETE FROM person_ref WHERE company_id = :companyId AND identity = :identity', ref);
}

export const hasTable = (db: ReadDb, table: string): boolean =>
  get(db, "SELECT 1 AS hit FROM sqlite_schema WHERE type = 'table' AND name = :table", { table }) !== null;
