import type { Migration } from '../../migrate.ts';

/*
 * Hashes of the versions of user data that this workspace has exported to or imported from archives. An
 * import uses the hashes to determine on which side an item was changed. A row counts only while the exchange
 * that it refers to exists, so undoing an import only has to delete the exchange. `position` orders the rows
 * of one exchange.
 */
export const archives: Migration = {
  id: 250,
  name: 'archives',
  sql: `
CREATE TABLE archive_exchange (
  exchange_id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE archived_version (
  item_type TEXT NOT NULL,
  item_key TEXT NOT NULL,
  exchange_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  hash TEXT NOT NULL,
  company_id TEXT,
  PRIMARY KEY (item_type, item_key, exchange_id, position)
) STRICT, WITHOUT ROWID;
`,
};
