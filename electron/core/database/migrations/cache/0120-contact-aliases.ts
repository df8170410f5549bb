import type { Migration } from '../../migrate.ts';

/*
 * Earlier identities of a stored contact, keyed like `contact.identity`. User data attached to a name stays
 * with the contact once an address is known, and is removed with the contact.
 */
export const contactAliases: Migration = {
  id: 120,
  name: 'contact-aliases',
  sql: `
CREATE TABLE contact_alias (
  contact_id INTEGER NOT NULL REFERENCES contact (contact_id) ON DELETE CASCADE,
  identity BLOB NOT NULL,
  PRIMARY KEY (contact_id, identity)
) STRICT, WITHOUT ROWID;
`,
};
