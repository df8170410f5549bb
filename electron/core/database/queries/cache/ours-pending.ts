import { all, exec, run, text, textOrNull, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

/*
 * Finds the stored companies that have not yet been compared with the user's own companies, and the facts
 * needed to compare them.
 */

export interface NamedCompany {
  readonly companyId: string;
  readonly name: string | null;
  readonly websiteHost: string | null;
  readonly linkedinUrl: string | null;
}

const COLUMNS = 'company.company_id, name, website_host, linkedin_url';
const namedOf = (row: SqlRow): NamedCompany => ({
  companyId: text(row, 'company_id'),
  name: textOrNull(row, 'name'),
  websiteHost: textOrNull(row, 'website_host'),
  linkedinUrl: textOrNull(row, 'linkedin_url'),
});

/** Returns the companies that follow the id `after`, ordered by id. */
export const namedCompaniesAfter = (db: ReadDb, after: string, limit: number): NamedCompany[] =>
  all(db, `SELECT ${COLUMNS} FROM company WHERE company_id > :after ORDER BY company_id LIMIT :limit`, {
    after,
    limit,
  }).map(namedOf);

export const namedCompanies = (db: ReadDb, ids: readonly string[]): NamedCompany[] =>
  all(
    db,
    `SELECT ${COLUMNS} FROM json_each(:ids) AS wanted JOIN company ON company.company_id = wanted.value`,
    { ids: JSON.stringify(ids) },
  ).map(namedOf);

export const pendingCompanies = (db: ReadDb, limit: number): string[] =>
  all(db, 'SELECT company_id FROM ours_pending LIMIT :limit', { limit }).map((row) =>
    text(row, 'company_id'),
  );

/** Returns the given companies that have not been compared since they were stored or changed. */
export const pendingAmong = (db: ReadDb, ids: readonly string[]): string[] =>
  all(
    db,
    `SELECT ours_pending.company_id FROM json_each(:ids) AS wanted
     JOIN ours_pending ON ours_pending.company_id = wanted.value`,
    { ids: JSON.stringify(ids) },
  ).map((row) => text(row, 'company_id'));

export function deletePending(db: WriteDb, ids: readonly string[]): void {
  run(db, 'DELETE FROM ours_pending WHERE company_id IN (SELECT value FROM json_each(:ids))', {
    ids: JSON.stringify(ids),
  });
}

export const deleteAllPending = (db: WriteDb): void => exec(db, 'DELETE FROM ours_pending');
