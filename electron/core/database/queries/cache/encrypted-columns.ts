import { all, bytesOrNull, get, num, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/** Encrypted columns of a contact, read for re-encryption with another key. */

export interface EncryptedColumns {
  readonly service_id: Buffer | null;
  readonly name: Buffer | null;
  readonly title: Buffer | null;
  readonly email: Buffer | null;
  readonly linkedin_url: Buffer | null;
}

/** Returns the number of rows with encrypted data: contacts, and raw rows with a personal part. */
export function countEncrypted(db: ReadDb): number {
  const row = get(
    db,
    `SELECT (SELECT count(*) FROM contact)
       + (SELECT count(*) FROM company_source WHERE personal IS NOT NULL) AS n`,
  );
  return row === null ? 0 : num(row, 'n');
}

/** Returns the next contacts after the given id, in id order. */
export const encryptedContactsAfter = (
  db: ReadDb,
  afterId: number,
  limit: number,
): { contactId: number; companyId: string; columns: EncryptedColumns }[] =>
  all(
    db,
    `SELECT contact_id, company_id, service_id, name, title, email, linkedin_url FROM contact
     WHERE contact_id > :afterId ORDER BY contact_id LIMIT :limit`,
    { afterId, limit },
  ).map((row) => ({
    contactId: num(row, 'contact_id'),
    companyId: text(row, 'company_id'),
    columns: {
      service_id: bytesOrNull(row, 'service_id'),
      name: bytesOrNull(row, 'name'),
      title: bytesOrNull(row, 'title'),
      email: bytesOrNull(row, 'email'),
      linkedin_url: bytesOrNull(row, 'linkedin_url'),
    },
  }));

export function putEncryptedColumns(db: WriteDb, contactId: number, columns: EncryptedColumns): void {
  run(
    db,
    `UPDATE contact SET service_id = :service_id, name = :name, title = :title, email = :email,
       linkedin_url = :linkedin_url WHERE contact_id = :contactId`,
    { contactId, ...columns },
  );
}
