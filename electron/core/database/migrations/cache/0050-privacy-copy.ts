import type { Migration } from '../../migrate.ts';

/*
 * A copy of the suppressions and erasures in `yours.db` (migration 20 of that file). The copy is kept up to
 * date while both files are open. After `yours.db` is restored from a backup, entries that the backup lacks
 * are taken from this copy. The two indexes at the end find contacts by fetch time for the retention rule.
 */
export const privacyCopy: Migration = {
  id: 50,
  name: 'privacy-copy',
  sql: `
CREATE TABLE suppression (
  suppression_id TEXT PRIMARY KEY NOT NULL,
  since_ms INTEGER NOT NULL,
  asked TEXT NOT NULL CHECK (asked IN ('person', 'typed')),
  lifted_at_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX suppression_by_time ON suppression (since_ms DESC, suppression_id) WHERE lifted_at_ms IS NULL;

CREATE TABLE suppression_key (
  hash BLOB NOT NULL,
  suppression_id TEXT NOT NULL REFERENCES suppression (suppression_id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('linkedin', 'email', 'service-id', 'name')),
  PRIMARY KEY (hash, suppression_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX suppression_key_by_suppression ON suppression_key (suppression_id, kind);

CREATE TABLE erased_company (
  hash BLOB PRIMARY KEY NOT NULL,
  erased_at_ms INTEGER NOT NULL,
  everywhere INTEGER NOT NULL CHECK (everywhere IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE privacy (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  company_key BLOB NOT NULL,
  retention_months INTEGER CHECK (retention_months BETWEEN 1 AND 120),
  changed_at_ms INTEGER NOT NULL,
  raws_scrubbed INTEGER NOT NULL DEFAULT 0 CHECK (raws_scrubbed IN (0, 1))
) STRICT;

CREATE INDEX contact_by_told ON contact (fetched_at_ms);
CREATE INDEX company_source_personal ON company_source (fetched_at_ms) WHERE personal IS NOT NULL;
`,
};
