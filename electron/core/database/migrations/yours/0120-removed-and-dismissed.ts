import type { Migration } from '../../migrate.ts';

/*
 * Webhook events that the user removed, by identity; they stay stored in `cache.db`, so a removal can be
 * undone. Pairs of companies with the same website that the user declared not to be duplicates; the smaller
 * id comes first.
 */
export const removedAndDismissed: Migration = {
  id: 120,
  name: 'removed-and-dismissed',
  sql: `
CREATE TABLE signal_removed (
  identity TEXT PRIMARY KEY NOT NULL,
  company_id TEXT,
  removed_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX signal_removed_by_company ON signal_removed (company_id) WHERE company_id IS NOT NULL;

CREATE TABLE duplicate_dismissal (
  company_id TEXT NOT NULL,
  other_id TEXT NOT NULL,
  dismissed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (company_id, other_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX duplicate_dismissal_by_other ON duplicate_dismissal (other_id);
`,
};
