import type { Migration } from '../../migrate.ts';

/*
 * User data. Rows store a company's id and name, because the cache may be deleted at any time. Removed lists
 * and list entries are only marked as removed, and notes keep their revisions.
 */
export const first: Migration = {
  id: 10,
  name: 'first',
  sql: `
CREATE TABLE watchlist (
  list_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX watchlist_by_name ON watchlist (name_folded) WHERE removed_at_ms IS NULL;

CREATE TABLE watchlist_entry (
  list_id INTEGER NOT NULL REFERENCES watchlist (list_id) ON DELETE CASCADE,
  company_id TEXT NOT NULL,
  company_name TEXT NOT NULL,
  reason TEXT NOT NULL,
  added_at_ms INTEGER NOT NULL,
  dropped INTEGER NOT NULL CHECK (dropped IN (0, 1)),
  PRIMARY KEY (list_id, company_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX watchlist_entry_by_company ON watchlist_entry (company_id) WHERE dropped = 0;

CREATE TABLE note (
  company_id TEXT PRIMARY KEY NOT NULL,
  company_name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  written INTEGER NOT NULL CHECK (written IN (0, 1)),
  body TEXT NOT NULL
) STRICT;
CREATE INDEX note_written ON note (company_id, company_name, saved_at_ms) WHERE written = 1;

CREATE TABLE note_revision (
  company_id TEXT NOT NULL REFERENCES note (company_id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (company_id, revision)
) STRICT;
`,
};
