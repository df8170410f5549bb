import type { Migration } from '../../migrate.ts';

/*
 * Statuses, tags, tasks, the contact log and the undo journal. A merged tag keeps its entries and points to
 * its target, which is never itself merged. No contact's name is stored: `person_ref` refers to a contact by
 * a keyed `identity` (contacts/contact-encryption.ts). `undo_slot` stores the values of one row before and
 * after a step, each as a JSON array; `part` is the row's table.
 */
export const words: Migration = {
  id: 30,
  name: 'words',
  sql: `
ALTER TABLE note ADD COLUMN open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1));
ALTER TABLE note ADD COLUMN removed_chars INTEGER NOT NULL DEFAULT 0;

CREATE TABLE status (
  status_id TEXT PRIMARY KEY NOT NULL,
  position INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
INSERT INTO status (status_id, position, name, name_folded) VALUES
  ('new', 1, 'New', 'new'),
  ('contacted', 2, 'Contacted', 'contacted'),
  ('replied', 3, 'Replied', 'replied'),
  ('meeting', 4, 'Meeting', 'meeting'),
  ('won', 5, 'Won', 'won'),
  ('lost', 6, 'Lost', 'lost'),
  ('not-now', 7, 'Not now', 'not now');

CREATE TABLE company_status (
  company_id TEXT PRIMARY KEY NOT NULL,
  company_name TEXT NOT NULL,
  status_id TEXT NOT NULL REFERENCES status (status_id),
  set_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX company_status_by_status ON company_status (status_id, company_id);

CREATE TABLE tag (
  tag_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  merged_into INTEGER REFERENCES tag (tag_id),
  removed_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX tag_by_name ON tag (name_folded) WHERE removed_at_ms IS NULL AND merged_into IS NULL;
CREATE INDEX tag_by_merged ON tag (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE company_tag (
  company_id TEXT NOT NULL,
  tag_id INTEGER NOT NULL REFERENCES tag (tag_id),
  company_name TEXT NOT NULL,
  added_at_ms INTEGER NOT NULL,
  PRIMARY KEY (company_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX company_tag_by_tag ON company_tag (tag_id, company_id);

CREATE TABLE task (
  task_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL,
  company_name TEXT NOT NULL,
  title TEXT NOT NULL,
  due_on TEXT,
  snoozed_until TEXT,
  created_at_ms INTEGER NOT NULL,
  done_at_ms INTEGER
) STRICT;
CREATE INDEX task_due ON task (coalesce(snoozed_until, due_on), task_id) WHERE done_at_ms IS NULL;
CREATE INDEX task_by_company ON task (company_id, done_at_ms);

CREATE TABLE person_ref (
  person_ref_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL,
  identity BLOB NOT NULL,
  UNIQUE (company_id, identity)
) STRICT;

CREATE TABLE contact_log (
  entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL,
  company_name TEXT NOT NULL,
  happened_on TEXT NOT NULL,
  channel TEXT NOT NULL,
  line TEXT NOT NULL,
  person_ref_id INTEGER,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX contact_log_by_company ON contact_log (company_id, happened_on DESC, entry_id DESC);

CREATE TABLE undo_step (
  step_id INTEGER PRIMARY KEY AUTOINCREMENT,
  what TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  companies INTEGER NOT NULL,
  takes_back INTEGER NOT NULL CHECK (takes_back IN (0, 1)),
  undone_by INTEGER
) STRICT;

CREATE TABLE undo_slot (
  step_id INTEGER NOT NULL REFERENCES undo_step (step_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  part TEXT NOT NULL,
  row_key TEXT NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (step_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX undo_slot_by_row ON undo_slot (part, row_key, step_id);
`,
};
