import { all, text, type ReadDb } from '../../sql.ts';

/** Returns the ids for which the cache contains no company. */
export function missingCompanies(db: ReadDb, ids: readonly string[]): string[] {
  return all(
    db,
    `SELECT wanted.value AS company_id FROM json_each(:ids) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM company WHERE company.company_id = wanted.value)`,
    { ids: JSON.stringify(ids) },
  ).map((row) => text(row, 'company_id'));
}

export function companiesWithContactsAmong(db: ReadDb, ids: readonly string[]): string[] {
  return all(
    db,
    `SELECT wanted.value AS company_id FROM json_each(:ids) AS wanted
     WHERE EXISTS (SELECT 1 FROM contact WHERE contact.company_id = wanted.value)`,
    { ids: JSON.stringify(ids) },
  ).map((row) => text(row, 'company_id'));
}

/** Returns the ids of companies whose contacts were fetched at or after `sinceMs`, newest first. */
export const companiesWithContactsSince = (db: ReadDb, sinceMs: number, limit: number): string[] =>
  all(
    db,
    `SELECT company_id FROM contacts_state WHERE fetched_at_ms >= :sinceMs
     ORDER BY fetched_at_ms DESC LIMIT :limit`,
    { sinceMs, limit },
  ).map((row) => text(row, 'company_id'));
