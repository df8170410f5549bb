import type { Migration } from '../../migrate.ts';

/*
 * `search_saved` has a copy of the facts that the search keeps in memory, so a start reads them much faster
 * (ADR 119). `search_unsaved` lists the companies that have changed since the copy was made and are indexed.
 * If a company is deleted, the whole copy is deleted in the same transaction.
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
