import { all, bytesOrNull, get, num, run, type ReadDb, type WriteDb } from '../sql.ts';

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

/** The contacts of a company by each of their identities, in hex. What somebody is known by now goes before what another was. */
export function contactsByIdentity(cache: ReadDb, companyId: string): Map<string, number> {
  const known = new Map<string, number>();
  const aliases = all(
    cache,
    `SELECT contact_id, contact_alias.identity FROM contact JOIN contact_alias USING (contact_id)
     WHERE company_id = :companyId`,
    { companyId },
  );
  const contacts = all(
    cache,
    `SELECT contact_id, identity, email_identity, linkedin_identity FROM contact WHERE company_id = :companyId`,
    { companyId },
  );
  for (const row of [...aliases, ...contacts])
    for (const column of ['identity', 'email_identity', 'linkedin_identity']) {
      const identity = column in row ? bytesOrNull(row, column) : null;
      if (identity !== null) known.set(identity.toString('hex'), num(row, 'contact_id'));
    }
  return known;
}

/** Remembers by what else a contact was told of. */
export function putAlias(cache: WriteDb, alias: { contactId: number; identity: Buffer }): void {
  run(
    cache,
    'INSERT OR IGNORE INTO contact_alias (contact_id, identity) VALUES (:contactId, :identity)',
    alias,
  );
}

/** For a contact that turned out to be somebody who is kept in another row. */
export function copyAliases(cache: WriteDb, contacts: { from: number; to: number }): void {
  run(
    cache,
    'INSERT OR IGNORE INTO contact_alias (contact_id, identity) SELECT :to, identity FROM contact_alias WHERE contact_id = :from',
    contacts,
  );
}
