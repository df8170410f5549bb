import type { Migration } from '../../migrate.ts';

/*
 * By what a kept contact was told of besides what it is known by now (`contact.identity`), keyed alike: what the seller wrote about a
 * name stays with that person once an address is known, and goes with them.
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
