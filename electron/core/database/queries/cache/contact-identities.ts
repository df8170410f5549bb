import { all, bytesOrNull, get, num, run, type ReadDb, type WriteDb } from '../../sql.ts';

/*
 * Keyed identities of contacts (contacts/contact-encryption.ts). They contain no names, so reading them needs
 * no contact key.
 */

/** Returns null if the contact does not exist or belongs to another company. */
export function identityOfContact(cache: ReadDb, companyId: string, contactId: number): Buffer | null {
  const row = get(
    cache,
    'SELECT identity FROM contact WHERE contact_id = :contactId AND company_id = :companyId',
    { companyId, contactId },
  );
  return row === null ? null : bytesOrNull(row, 'identity');
}

/**
 * Returns a map from identities (hexadecimal) to the ids of a company's contacts. If an identity is the
 * current one of one contact and an alias of another, it is mapped to the first.
 */
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

/** Stores an earlier identity of a contact. */
export function putAlias(cache: WriteDb, alias: { contactId: number; identity: Buffer }): void {
  run(
    cache,
    'INSERT OR IGNORE INTO contact_alias (contact_id, identity) VALUES (:contactId, :identity)',
    alias,
  );
}

/** Copies the aliases of a merged contact to the contact that it was merged into. */
export function copyAliases(cache: WriteDb, contacts: { from: number; to: number }): void {
  run(
    cache,
    'INSERT OR IGNORE INTO contact_alias (contact_id, identity) SELECT :to, identity FROM contact_alias WHERE contact_id = :from',
    contacts,
  );
}
