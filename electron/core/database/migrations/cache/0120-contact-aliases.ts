import type { Migration } from '../../migrate.ts';

/*
 * Earlier identities of a stored contact, in the same form as `contact.identity`. They connect the contact
 * with user data that refers to an earlier identity. Deleting the contact deletes its aliases.
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
