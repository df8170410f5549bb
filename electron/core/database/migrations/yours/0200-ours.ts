import type { Migration } from '../../migrate.ts';

/*
 * The user's own companies: customers, deals, competitors and companies not to contact. Each import has
 * lines, and each line has keys by which a company is recognised (`d:` domain, `l:` LinkedIn page, `n:`
 * name). `ours_match` contains the companies that match a line. Undoing an import sets `removed_at_ms`, which
 * hides the import, so the lines need not be in the undo journal. `ours_decision` contains the user's answers
 * about matches. They belong to no import, so they also apply to later imports.
 */
export const ours: Migration = {
  id: 200,
  name: 'ours',
  sql: `
CREATE TABLE ours_import (
  import_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('customer', 'deal', 'competitor', 'do-not-contact')),
  source TEXT NOT NULL,
  lines INTEGER NOT NULL,
  imported_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;

CREATE TABLE ours_line (
  line_id INTEGER PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES ours_import (import_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  given TEXT NOT NULL,
  UNIQUE (import_id, position)
) STRICT;

CREATE TABLE ours_key (
  match_key TEXT NOT NULL,
  line_id INTEGER NOT NULL REFERENCES ours_line (line_id) ON DELETE CASCADE,
  PRIMARY KEY (match_key, line_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ours_key_line ON ours_key (line_id);

CREATE TABLE ours_match (
  company_id TEXT NOT NULL,
  line_id INTEGER NOT NULL REFERENCES ours_line (line_id) ON DELETE CASCADE,
  import_id INTEGER NOT NULL,
  matched_by TEXT NOT NULL CHECK (matched_by IN ('domain', 'linkedin', 'name', 'similar')),
  match_key TEXT NOT NULL,
  PRIMARY KEY (company_id, line_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ours_match_line ON ours_match (line_id);

CREATE TABLE ours_decision (
  company_id TEXT NOT NULL,
  match_key TEXT NOT NULL,
  is_same INTEGER NOT NULL CHECK (is_same IN (0, 1)),
  decided_at_ms INTEGER NOT NULL,
  PRIMARY KEY (company_id, match_key)
) STRICT, WITHOUT ROWID;
`,
};
