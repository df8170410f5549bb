import { isBefore } from './doubted-days.ts';
import {
  all,
  bytesOrNull,
  exec,
  get,
  num,
  run,
  selectCount,
  text,
  type ReadDb,
  type WriteDb,
} from '../../sql.ts';

/*
 * Queries that delete contacts and companies from `cache.db`, and that erase the remains of deleted data from
 * the file.
 */

interface ContactPlace {
  readonly contactId: number;
  readonly companyId: string;
}

/** Returns every contact that has one of these identities, at any company. */
export const contactsByIdentity = (
  db: ReadDb,
  { linkedin, email }: { readonly linkedin: Buffer | null; readonly email: Buffer | null },
): ContactPlace[] =>
  all(
    db,
    `SELECT contact_id, company_id FROM contact WHERE linkedin_identity = :linkedin AND linkedin_identity IS NOT NULL
     UNION SELECT contact_id, company_id FROM contact WHERE email_identity = :email AND email_identity IS NOT NULL`,
    { linkedin, email },
  ).map((row) => ({ contactId: num(row, 'contact_id'), companyId: text(row, 'company_id') }));

/** Returns the encrypted personal parts of a company's raw rows. */
export const encryptedRawsOf = (db: ReadDb, companyId: string): { source: string; personal: Buffer }[] =>
  all(
    db,
    'SELECT source, personal FROM company_source WHERE company_id = :companyId AND personal IS NOT NULL',
    { companyId },
  ).flatMap((row) => {
    const personal = bytesOrNull(row, 'personal');
    return personal === null ? [] : [{ source: text(row, 'source'), personal }];
  });

export function putEncryptedRaw(
  db: WriteDb,
  raw: { companyId: string; source: string; personal: Buffer | null },
): void {
  run(
    db,
    'UPDATE company_source SET personal = :personal WHERE company_id = :companyId AND source = :source',
    raw,
  );
}

/**
 * Deletes a company and all rows that belong to it.
 * @returns the number of deleted companies, 0 or 1
 */
export const deleteCompany = (db: WriteDb, companyId: string): number =>
  run(db, 'DELETE FROM company WHERE company_id = :companyId', { companyId }).changes;

/** Deletes tags and technologies that no company uses. */
export function deleteUnusedTags(db: WriteDb): void {
  run(
    db,
    'DELETE FROM tag WHERE NOT EXISTS (SELECT 1 FROM company_tag WHERE company_tag.tag_key = tag.tag_key)',
  );
  run(
    db,
    `DELETE FROM technology WHERE NOT EXISTS
       (SELECT 1 FROM company_technology WHERE company_technology.technology_key = technology.technology_key)`,
  );
}

/** Rewrites the file so no deleted data remains in free pages or slack space. */
export const vacuum = (db: WriteDb): void => exec(db, 'VACUUM');

/**
 * Selects data stored before `beforeMs`. If the stored time is uncertain and may be too early, the data is
 * selected only if `withDoubted` is true.
 */
export interface Expired {
  readonly beforeMs: number;
  readonly withDoubted: boolean;
}

export const expiredParams = ({ beforeMs, withDoubted }: Expired) => ({
  beforeMs,
  withDoubted: withDoubted ? 1 : 0,
});

/** Deletes contacts last fetched before `beforeMs`. */
export function deleteContactsBefore(db: WriteDb, expired: Expired): number {
  return run(db, `DELETE FROM contact WHERE ${isBefore('fetched_at_ms')}`, expiredParams(expired)).changes;
}

export function deletePersonalRawsBefore(db: WriteDb, expired: Expired): number {
  return run(
    db,
    `UPDATE company_source SET personal = NULL WHERE personal IS NOT NULL AND ${isBefore('fetched_at_ms')}`,
    expiredParams(expired),
  ).changes;
}

/**
 * Clears the fetch times of a company's contacts if all of its contacts have been deleted and the times are
 * before `beforeMs`. Otherwise, the UI would still show the contacts as fetched.
 */
export function deleteFetchesBefore(db: WriteDb, beforeMs: number): void {
  run(
    db,
    `UPDATE contacts_state SET names_at_ms = NULL, fetched_at_ms = NULL
     WHERE (names_at_ms IS NOT NULL OR fetched_at_ms IS NOT NULL) AND total > 0
       AND coalesce(fetched_at_ms, names_at_ms) < :beforeMs
       AND NOT EXISTS (SELECT 1 FROM contact WHERE contact.company_id = contacts_state.company_id)`,
    { beforeMs },
  );
}

export function countStoredContacts(db: ReadDb): number {
  return selectCount(db, 'SELECT count(*) AS n FROM contact');
}

export interface ExpiredContacts {
  readonly people: number;
  readonly companies: number;
}

/** Counts the contacts last fetched before `beforeMs`, and their companies. */
export function countContactsBefore(db: ReadDb, expired: Expired): ExpiredContacts {
  const row = get(
    db,
    `SELECT count(*) AS people, count(DISTINCT company_id) AS companies FROM contact
     WHERE ${isBefore('fetched_at_ms')}`,
    expiredParams(expired),
  );
  return row === null
    ? { people: 0, companies: 0 }
    : { people: num(row, 'people'), companies: num(row, 'companies') };
}

/** Returns the number of contacts by the UTC month of their last fetch (`2026-06`), oldest first. */
export const contactsByMonth = (
  db: ReadDb,
  limit: number,
): { month: string; people: number; firstMs: number }[] =>
  all(
    db,
    `SELECT strftime('%Y-%m', fetched_at_ms / 1000, 'unixepoch') AS month, count(*) AS n,
       min(fetched_at_ms) AS first_ms
     FROM contact GROUP BY month ORDER BY month LIMIT :limit`,
    { limit },
  ).map((row) => ({ month: text(row, 'month'), people: num(row, 'n'), firstMs: num(row, 'first_ms') }));
