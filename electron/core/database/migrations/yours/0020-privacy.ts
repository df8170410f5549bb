import type { Migration } from '../../migrate.ts';

/*
 * Suppressed contacts and erased companies. No names are stored: `hash` is a keyed hash
 * (contacts/suppression-keys.ts, privacy/erasure-records.ts). When a suppression is lifted, its keys are
 * deleted, but its row stays. The row prevents an older copy of this table from bringing the suppression back
 * when the two are merged. `everywhere` is 1 if the company's name was also removed from the backups.
 * `raws_scrubbed` is 1 if the cache's raw rows contain no suppressed contact. `cache.db` holds a second copy
 * of these tables for use after a restore.
 */
export const privacy: Migration = {
  id: 20,
  name: 'privacy',
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
`,
};
