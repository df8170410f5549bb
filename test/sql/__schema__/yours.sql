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

CREATE TABLE assistant_call (
  call_id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  tool TEXT NOT NULL,
  about TEXT NOT NULL,
  company_id TEXT,
  company_ids TEXT NOT NULL,
  notes INTEGER NOT NULL,
  contacts INTEGER NOT NULL,
  made TEXT,
  result TEXT NOT NULL
, tasks INTEGER NOT NULL DEFAULT 0, log_entries INTEGER NOT NULL DEFAULT 0, proposal_id INTEGER, step_id INTEGER) STRICT;

CREATE TABLE assistant_caps (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  hour INTEGER NOT NULL,
  day INTEGER NOT NULL,
  days30 INTEGER NOT NULL
) STRICT;

CREATE TABLE assistant_client (
  client_id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  place TEXT NOT NULL,
  permissions TEXT NOT NULL,
  key_sha256 BLOB NOT NULL,
  added_at_ms INTEGER NOT NULL,
  last_call_at_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE assistant_handed (
  company_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (company_id, client_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE assistant_mark (
  company_id TEXT NOT NULL,
  entry_key TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  client_name TEXT NOT NULL,
  PRIMARY KEY (company_id, entry_key, at_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE assistant_read (
  client_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('note', 'task', 'log-entry', 'contacts')),
  item_id TEXT NOT NULL,
  company_id TEXT,
  amount INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (client_id, kind, item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE assistant_revoked (
  client_id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  place TEXT NOT NULL,
  revoked_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE change_mark (
  company_id TEXT PRIMARY KEY NOT NULL,
  up_to_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE company_opened (
  company_id TEXT PRIMARY KEY NOT NULL,
  opened_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE company_status (
  company_id TEXT PRIMARY KEY NOT NULL,
  company_name TEXT NOT NULL,
  status_id TEXT NOT NULL REFERENCES status (status_id),
  set_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE company_tag (
  company_id TEXT NOT NULL,
  tag_id INTEGER NOT NULL REFERENCES tag (tag_id),
  company_name TEXT NOT NULL,
  added_at_ms INTEGER NOT NULL,
  PRIMARY KEY (company_id, tag_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE contact_log (
  entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL,
  company_name TEXT NOT NULL,
  happened_on TEXT NOT NULL,
  channel TEXT NOT NULL,
  line TEXT NOT NULL,
  person_ref_id INTEGER,
  created_at_ms INTEGER NOT NULL
, answer TEXT) STRICT;

CREATE TABLE deleted_status (
  status_id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE dismissed_duplicate (
  company_id TEXT NOT NULL,
  other_id TEXT NOT NULL,
  dismissal_id INTEGER NOT NULL,
  PRIMARY KEY (company_id, other_id, dismissal_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE duplicate_dismissal (
  dismissal_id INTEGER PRIMARY KEY AUTOINCREMENT,
  dismissed_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE erased_company (
  hash BLOB PRIMARY KEY NOT NULL,
  erased_at_ms INTEGER NOT NULL,
  everywhere INTEGER NOT NULL CHECK (everywhere IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE follow_up_rules (
  one INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
  value TEXT NOT NULL,
  set_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE investor_distinct (
  name_folded TEXT NOT NULL,
  other_folded TEXT NOT NULL,
  set_at_ms INTEGER NOT NULL,
  PRIMARY KEY (name_folded, other_folded)
) STRICT, WITHOUT ROWID;

CREATE TABLE investor_merge (
  name_folded TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  into_folded TEXT NOT NULL,
  into_name TEXT NOT NULL,
  merged_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE investor_watch (
  name_folded TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  since_ms INTEGER NOT NULL,
  seen_up_to_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE local_company (
  company_id TEXT PRIMARY KEY NOT NULL,
  company_name TEXT NOT NULL,
  website_host TEXT NOT NULL,
  linkedin_page TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  joined_into TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE message_template (
  template_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL UNIQUE,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE note (
  company_id TEXT PRIMARY KEY NOT NULL,
  company_name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  written INTEGER NOT NULL CHECK (written IN (0, 1)),
  body TEXT NOT NULL
, open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1)), removed_chars INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE note_revision (
  company_id TEXT NOT NULL REFERENCES note (company_id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (company_id, revision)
) STRICT;

CREATE TABLE ours_decision (
  company_id TEXT NOT NULL,
  match_key TEXT NOT NULL,
  is_same INTEGER NOT NULL CHECK (is_same IN (0, 1)),
  decided_at_ms INTEGER NOT NULL,
  PRIMARY KEY (company_id, match_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE ours_import (
  import_id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('customer', 'deal', 'competitor', 'do-not-contact')),
  source TEXT NOT NULL,
  lines INTEGER NOT NULL,
  imported_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;

CREATE TABLE ours_key (
  match_key TEXT NOT NULL,
  line_id INTEGER NOT NULL REFERENCES ours_line (line_id) ON DELETE CASCADE,
  PRIMARY KEY (match_key, line_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE ours_line (
  line_id INTEGER PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES ours_import (import_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  given TEXT NOT NULL,
  UNIQUE (import_id, position)
) STRICT;

CREATE TABLE ours_match (
  company_id TEXT NOT NULL,
  line_id INTEGER NOT NULL REFERENCES ours_line (line_id) ON DELETE CASCADE,
  import_id INTEGER NOT NULL,
  matched_by TEXT NOT NULL CHECK (matched_by IN ('domain', 'linkedin', 'name', 'similar')),
  match_key TEXT NOT NULL,
  PRIMARY KEY (company_id, line_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE own_act (
  act_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL,
  company_name TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  what TEXT NOT NULL,
  about TEXT,
  person_ref_id INTEGER
) STRICT;

CREATE TABLE person_ref (
  person_ref_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL,
  identity BLOB NOT NULL,
  UNIQUE (company_id, identity)
) STRICT;

CREATE TABLE plan_rules (
  one INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
  value TEXT NOT NULL,
  set_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE preference (
  name TEXT PRIMARY KEY NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  value TEXT NOT NULL,
  set_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE privacy (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  company_key BLOB NOT NULL,
  retention_months INTEGER CHECK (retention_months BETWEEN 1 AND 120),
  changed_at_ms INTEGER NOT NULL,
  raws_scrubbed INTEGER NOT NULL DEFAULT 0 CHECK (raws_scrubbed IN (0, 1))
) STRICT;

CREATE TABLE review_note (
  month TEXT PRIMARY KEY NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]'),
  body TEXT NOT NULL,
  revision INTEGER NOT NULL,
  saved_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_filter (
  filter_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL UNIQUE,
  question TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE saved_search (
  search_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL UNIQUE,
  question TEXT NOT NULL,
  question_key TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE search_asked (
  question_key TEXT PRIMARY KEY NOT NULL,
  query TEXT NOT NULL,
  page_limit INTEGER NOT NULL,
  fetched_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE search_fetched (
  question_key TEXT NOT NULL,
  row_id TEXT NOT NULL,
  company_id TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL, came_at_ms INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (question_key, row_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE search_seen (
  search_id INTEGER NOT NULL,
  row_id TEXT NOT NULL,
  view_id INTEGER NOT NULL,
  company_id TEXT NOT NULL,
  PRIMARY KEY (search_id, row_id, view_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE search_view (
  view_id INTEGER PRIMARY KEY AUTOINCREMENT,
  search_id INTEGER NOT NULL,
  viewed_at_ms INTEGER NOT NULL
) STRICT;

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

CREATE TABLE signal_seen (
  identity TEXT NOT NULL,
  view_id INTEGER NOT NULL,
  company_id TEXT,
  PRIMARY KEY (identity, view_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE signal_view (
  view_id INTEGER PRIMARY KEY AUTOINCREMENT,
  viewed_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE status (
  status_id TEXT PRIMARY KEY NOT NULL,
  position INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

CREATE TABLE suppression (
  suppression_id TEXT PRIMARY KEY NOT NULL,
  since_ms INTEGER NOT NULL,
  asked TEXT NOT NULL CHECK (asked IN ('person', 'typed')),
  lifted_at_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE suppression_key (
  hash BLOB NOT NULL,
  suppression_id TEXT NOT NULL REFERENCES suppression (suppression_id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('linkedin', 'email', 'service-id', 'name')),
  PRIMARY KEY (hash, suppression_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag (
  tag_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  merged_into INTEGER REFERENCES tag (tag_id),
  removed_at_ms INTEGER
) STRICT;

CREATE TABLE task (
  task_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL,
  company_name TEXT NOT NULL,
  title TEXT NOT NULL,
  due_on TEXT,
  snoozed_until TEXT,
  created_at_ms INTEGER NOT NULL,
  done_at_ms INTEGER
, due_time TEXT CHECK (due_time IS NULL OR (due_on IS NOT NULL AND due_time GLOB '[0-2][0-9]:[0-5][0-9]')), follows_entry_id INTEGER) STRICT;

CREATE TABLE triage (
  company_id TEXT PRIMARY KEY NOT NULL,
  company_name TEXT NOT NULL,
  until_ms INTEGER,
  set_at_ms INTEGER NOT NULL,
  acted_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE undo_slot (
  step_id INTEGER NOT NULL REFERENCES undo_step (step_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  part TEXT NOT NULL,
  row_key TEXT NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (step_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE undo_step (
  step_id INTEGER PRIMARY KEY AUTOINCREMENT,
  what TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  companies INTEGER NOT NULL,
  takes_back INTEGER NOT NULL CHECK (takes_back IN (0, 1)),
  undone_by INTEGER
, assistant TEXT) STRICT;

CREATE TABLE watch_rule (
  list_id INTEGER PRIMARY KEY NOT NULL,
  watched INTEGER NOT NULL CHECK (watched IN (0, 1)),
  refresh_days INTEGER NOT NULL CHECK (refresh_days BETWEEN 1 AND 90),
  records_a_month INTEGER NOT NULL CHECK (records_a_month >= 0),
  since_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE watchlist (
  list_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  removed_at_ms INTEGER
) STRICT;

CREATE TABLE watchlist_entry (
  list_id INTEGER NOT NULL REFERENCES watchlist (list_id) ON DELETE CASCADE,
  company_id TEXT NOT NULL,
  company_name TEXT NOT NULL,
  reason TEXT NOT NULL,
  added_at_ms INTEGER NOT NULL,
  dropped INTEGER NOT NULL CHECK (dropped IN (0, 1)),
  PRIMARY KEY (list_id, company_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE webhook_receiver (
  one INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  port INTEGER NOT NULL,
  path TEXT NOT NULL,
  tunnel_host TEXT,
  key_set_at_ms INTEGER,
  rotating INTEGER NOT NULL CHECK (rotating IN (0, 1)),
  changed_at_ms INTEGER
) STRICT;

CREATE INDEX assistant_call_by_time ON assistant_call (at_ms);

CREATE INDEX assistant_handed_by_time ON assistant_handed (last_at_ms);

CREATE INDEX assistant_read_by_time ON assistant_read (last_at_ms);

CREATE INDEX company_status_by_status ON company_status (status_id, company_id);

CREATE INDEX company_tag_by_tag ON company_tag (tag_id, company_id);

CREATE INDEX contact_log_by_company ON contact_log (company_id, happened_on DESC, entry_id DESC);

CREATE INDEX dismissed_duplicate_by_other ON dismissed_duplicate (other_id, company_id);

CREATE INDEX investor_merge_by_target ON investor_merge (into_folded);

CREATE INDEX local_company_by_host ON local_company (website_host) WHERE website_host <> '';

CREATE INDEX local_company_by_joined ON local_company (joined_into) WHERE joined_into IS NOT NULL;

CREATE INDEX local_company_by_linkedin ON local_company (linkedin_page) WHERE linkedin_page <> '';

CREATE INDEX note_written ON note (company_id, company_name, saved_at_ms) WHERE written = 1;

CREATE INDEX ours_key_line ON ours_key (line_id);

CREATE INDEX ours_match_line ON ours_match (line_id);

CREATE INDEX own_act_by_company ON own_act (company_id, at_ms DESC);

CREATE INDEX search_fetched_by_company ON search_fetched (company_id);

CREATE INDEX search_seen_by_company ON search_seen (company_id);

CREATE INDEX search_view_by_search ON search_view (search_id, viewed_at_ms);

CREATE INDEX signal_removed_by_company ON signal_removed (company_id);

CREATE INDEX signal_seen_by_company ON signal_seen (company_id);

CREATE INDEX suppression_by_time ON suppression (since_ms DESC, suppression_id) WHERE lifted_at_ms IS NULL;

CREATE INDEX suppression_key_by_suppression ON suppression_key (suppression_id, kind);

CREATE INDEX tag_by_merged ON tag (merged_into) WHERE merged_into IS NOT NULL;

CREATE UNIQUE INDEX tag_by_name ON tag (name_folded) WHERE removed_at_ms IS NULL AND merged_into IS NULL;

CREATE INDEX task_by_company ON task (company_id, done_at_ms);

CREATE INDEX task_by_entry ON task (follows_entry_id, task_id) WHERE follows_entry_id IS NOT NULL;

CREATE INDEX task_due ON task (coalesce(snoozed_until, due_on), CASE WHEN coalesce(snoozed_until, due_on) = due_on THEN due_time END, task_id)
  WHERE done_at_ms IS NULL;

CREATE INDEX task_timed ON task (due_on, due_time) WHERE due_time IS NOT NULL;

CREATE INDEX triage_done ON triage (set_at_ms DESC, company_id) WHERE until_ms IS NULL;

CREATE INDEX triage_snoozed ON triage (until_ms, company_id) WHERE until_ms IS NOT NULL;

CREATE INDEX undo_slot_by_row ON undo_slot (part, row_key, step_id);

CREATE UNIQUE INDEX watchlist_by_name ON watchlist (name_folded) WHERE removed_at_ms IS NULL;

CREATE INDEX watchlist_entry_by_company ON watchlist_entry (company_id) WHERE dropped = 0;
