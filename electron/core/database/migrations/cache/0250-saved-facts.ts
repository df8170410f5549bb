import type { Migration } from '../../migrate.ts';

/*
 * `search_saved` contains a copy of the facts that the search keeps in memory. The app starts much faster
 * when it reads this copy (ADR 119). `search_unsaved` lists the indexed companies that have changed since the
 * copy was made. Deleting a company also deletes the whole copy, in the same transaction.
 */
export const savedFacts: Migration = {
  id: 250,
  name: 'saved-facts',
  sql: `
CREATE TABLE search_saved (
  part INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE search_unsaved (
  company_id TEXT PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER search_saved_after_delete AFTER DELETE ON company BEGIN
  DELETE FROM search_saved;
  DELETE FROM search_unsaved;
END;
`,
};
