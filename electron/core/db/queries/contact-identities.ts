import { all, bytesOrNull, get, num, type ReadDb } from '../sql.ts';

/* By what a kept contact is known, keyed (library/seal.ts): read without the key, because nobody's name is in it. */

/** Null for a contact who is not kept, or is another company's. */
export function identityOfContact(cache: ReadDb, companyId: string, contactId: number): Buffer | null {
  const row = get(
    cache,
    'SELECT identity FROM contact WHERE contact_id = :contactId AND company_id = :companyId',
    { companyId, contactId },
  );
  return row === null ? null : bytesOrNull(row, 'identity');
}

/** The contacts of a company by each of their identities, in hex. */
export function contactsByIdentity(cache: ReadDb, companyId: string): Map<string, number> {
  const known = new Map<string, number>();
  const rows = all(
    cache,
    `SELECT contact_id, identity, email_identity, linkedin_identity FROM contact WHERE company_id = :companyId`,
    { companyId },
  );
  for (const row of rows)
    for (const column of ['identity', 'email_identity', 'linkedin_identity']) {
      const identity = bytesOrNull(row, column);
      if (identity !== null) known.set(identity.toString('hex'), num(row, 'contact_id'));
    }
  return known;
}
