import {
  insertLocalCompany,
  localCompaniesAmong,
  localCompany,
  type LocalCompany,
} from '../../database/queries/yours/local-companies.ts';
import type { ReadDb, WriteDb } from '../../database/sql.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { localCompanyId } from '../../foundation/local-company-id.ts';
import { nameKey } from '../ours/match-keys.ts';
import type { Journal } from '../undo-journal.ts';

/** A company as described in an imported file. Missing values are empty strings. */
export type NamedLocally = Pick<LocalCompany, 'name' | 'websiteHost' | 'linkedinPage'>;

/**
 * A local company that an import adds. If the user confirmed that a stored company is the same company,
 * `joinedInto` is its id.
 */
export type ImportedCompany = Omit<LocalCompany, 'createdAtMs'>;

/**
 * Returns the id of a local company. The id is derived from the website or, if there is none, from the
 * LinkedIn page. If both are missing, the id is derived from the name. Importing a file again therefore finds
 * the same company.
 */
export const idOfNamed = ({ name, websiteHost, linkedinPage }: NamedLocally): string =>
  localCompanyId(
    websiteHost !== ''
      ? `d:${websiteHost}`
      : linkedinPage !== ''
        ? `l:${linkedinPage}`
        : `n:${nameKey(name) ?? fold(name).trim()}`,
  );

/** Adds a local company unless it already exists. Must be called within `recordChange`. */
export function addLocalCompany(
  db: WriteDb,
  journal: Journal,
  company: ImportedCompany,
  createdAtMs: number,
): void {
  if (localCompany(db, company.companyId) !== null) return;
  insertLocalCompany(db, { ...company, createdAtMs });
  journal.made({ part: 'local_company', key: [company.companyId] });
}

/** Maps the given local companies to the stored companies into which they were joined. Omits the others. */
export const joinedIds = (db: ReadDb, ids: readonly string[]): Map<string, string> =>
  new Map(
    [...localCompaniesAmong(db, ids).values()].flatMap(({ companyId, joinedInto }) =>
      joinedInto === null ? [] : [[companyId, joinedInto] as const],
    ),
  );
