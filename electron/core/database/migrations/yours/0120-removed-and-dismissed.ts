import type { Migration } from '../../migrate.ts';

/*
 * `signal_removed` stores the identities of webhook events that the user removed. The events stay in
 * `cache.db`, so a removal can be undone. `dismissed_duplicate` stores pairs of companies that share a
 * website, but which the user declared not to be duplicates. The smaller id comes first.
 *
 * A row in these two tables counts only while the action to which it belongs exists in `signal_removal` or
 * `duplicate_dismissal`. Undo deletes only the action, so the undo journal contains no company id.
 */
export const removedAndDismissed: Migration = {
  id: 120,
  name: 'removed-and-dismissed',
  sql: `
CREATE TABLE signal_removal (
  removal_id INTEGER PRIMARY KEY AUTOINCREMENT,
  removed_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE signal_removed (
  identity TEXT NOT NULL,
  removal_id INTEGER NOT NULL,
  company_id TEXT,
  PRIMARY KEY (identity, removal_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX signal_removed_by_company ON signal_removed (company_id);

CREATE TABLE duplicate_dismissal (
  dismissal_id INTEGER PRIMARY KEY AUTOINCREMENT,
  dismissed_at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE dismissed_duplicate (
  company_id TEXT NOT NULL,
  other_id TEXT NOT NULL,
  dismissal_id INTEGER NOT NULL,
  PRIMARY KEY (company_id, other_id, dismissal_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dismissed_duplicate_by_other ON dismissed_duplicate (other_id, company_id);
`,
};
