import { all, get, num, run, text, textOrNull, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

/** A company that was imported from a file and has no id at the service. */
export interface LocalCompany {
  readonly companyId: string;
  readonly name: string;
  /** Empty if unknown. */
  readonly websiteHost: string;
  /** The page name in the company's LinkedIn URL, such as `acme`; empty if unknown. */
  readonly linkedinPage: string;
  readonly createdAtMs: number;
  /**
   * The stored company that this company was joined into; null if it was not joined. The stored company then
   * has the data of both.
   */
  readonly joinedInto: string | null;
}

const COLUMNS = 'company_id, company_name, website_host, linkedin_page, created_at_ms, joined_into';
const localCompanyOf = (row: SqlRow): LocalCompany => ({
  companyId: text(row, 'company_id'),
  name: text(row, 'company_name'),
  websiteHost: text(row, 'website_host'),
  linkedinPage: text(row, 'linkedin_page'),
  createdAtMs: num(row, 'created_at_ms'),
  joinedInto: textOrNull(row, 'joined_into'),
});

export function localCompany(db: ReadDb, companyId: string): LocalCompany | null {
  const row = get(db, `SELECT ${COLUMNS} FROM local_company WHERE company_id = :companyId`, { companyId });
  return row === null ? null : localCompanyOf(row);
}

export const localCompaniesAmong = (db: ReadDb, ids: readonly string[]): Map<string, LocalCompany> =>
  new Map(
    all(
      db,
      `SELECT ${COLUMNS.replace('company_id', 'local_company.company_id')}
       FROM json_each(:ids) AS wanted JOIN local_company ON local_company.company_id = wanted.value`,
      { ids: JSON.stringify(ids) },
    )
      .map(localCompanyOf)
      .map((company) => [company.companyId, company]),
  );

const JOINABLE = `joined_into IS NULL AND (website_host <> '' OR linkedin_page <> '')`;

/** Returns the companies that are not joined yet and have a website or a LinkedIn page. */
export const joinableCompanies = (db: ReadDb): LocalCompany[] =>
  all(db, `SELECT ${COLUMNS} FROM local_company WHERE ${JOINABLE} ORDER BY company_id`).map(localCompanyOf);

/** Returns whether any local company was joined into a stored one. */
export const hasJoinedCompany = (db: ReadDb): boolean =>
  get(db, 'SELECT 1 AS one FROM local_company WHERE joined_into IS NOT NULL LIMIT 1') !== null;

export const hasJoinable = (db: ReadDb): boolean =>
  get(db, `SELECT 1 AS hit FROM local_company WHERE ${JOINABLE} LIMIT 1`) !== null;

/**
 * Returns the local companies that have this website or LinkedIn page and are not joined yet. An empty
 * website or LinkedIn page matches no company.
 */
export const localCompaniesAt = (
  db: ReadDb,
  { websiteHost, linkedinPage }: Pick<LocalCompany, 'websiteHost' | 'linkedinPage'>,
): LocalCompany[] =>
  all(
    db,
    `SELECT ${COLUMNS} FROM local_company
     WHERE website_host = :websiteHost AND website_host <> '' AND joined_into IS NULL
     UNION SELECT ${COLUMNS} FROM local_company
     WHERE linkedin_page = :linkedinPage AND linkedin_page <> '' AND joined_into IS NULL`,
    { websiteHost, linkedinPage },
  ).map(localCompanyOf);

export function insertLocalCompany(db: WriteDb, company: LocalCompany): void {
  run(
    db,
    `INSERT INTO local_company (company_id, company_name, website_host, linkedin_page, created_at_ms, joined_into)
     VALUES (:companyId, :name, :websiteHost, :linkedinPage, :createdAtMs, :joinedInto)`,
    { ...company },
  );
}

export function setJoinedInto(db: WriteDb, companyId: string, joinedInto: string): void {
  run(db, 'UPDATE local_company SET joined_into = :joinedInto WHERE company_id = :companyId', {
    companyId,
    joinedInto,
  });
}

/**
 * Returns the ids of all local companies whose texts were not cleared. Also returns the ids of the companies
 * with which local companies were joined.
 */
export const localCompaniesNamed = (db: ReadDb): string[] =>
  all(
    db,
    `SELECT company_id FROM local_company WHERE company_name <> '' OR website_host <> '' OR linkedin_page <> ''
     UNION SELECT joined_into FROM local_company WHERE joined_into IS NOT NULL`,
  ).map((row) => text(row, 'company_id'));

/**
 * Clears the texts of an erased local company, and deletes the local companies that were joined into an
 * erased company.
 * @returns the number of changed rows
 */
export function clearLocalCompany(db: WriteDb, companyId: string): number {
  const cleared = run(
    db,
    `UPDATE local_company SET company_name = '', website_host = '', linkedin_page = ''
     WHERE company_id = :companyId AND (company_name <> '' OR website_host <> '' OR linkedin_page <> '')`,
    { companyId },
  ).changes;
  return cleared + run(db, 'DELETE FROM local_company WHERE joined_into = :companyId', { companyId }).changes;
}
