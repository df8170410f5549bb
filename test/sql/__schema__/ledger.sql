CREATE TRIGGER assistant_proposal_only_ends BEFORE UPDATE ON assistant_proposal
WHEN NOT (
  (
    (OLD.state = 'open' AND NEW.state IN ('approved', 'declined', 'expired'))
    OR (OLD.state = 'approved' AND NEW.state = 'ended' AND NEW.job_id = OLD.job_id
      AND NEW.accepted = OLD.accepted)
    OR (OLD.state = 'declined' AND OLD.withdrawn = 0 AND NEW.state = 'open')
  )
  AND NEW.proposal_id = OLD.proposal_id
  AND NEW.client_id = OLD.client_id
  AND NEW.request = OLD.request
  AND NEW.reason = OLD.reason
  AND NEW.price = OLD.price
  AND NEW.proposed_at_ms = OLD.proposed_at_ms
  AND NEW.expires_at_ms = OLD.expires_at_ms
)
BEGIN
  SELECT RAISE(ABORT, 'a proposal only ends');
END;

CREATE TRIGGER entry_allowance_is_kept BEFORE UPDATE OF refused_allowance ON entry
WHEN NEW.refused_allowance IS NOT OLD.refused_allowance
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER entry_is_not_replaced BEFORE INSERT ON entry
WHEN EXISTS (SELECT 1 FROM entry WHERE id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER entry_only_settles BEFORE UPDATE ON entry
WHEN NOT (
  (
    (OLD.state = 'reserved' AND NEW.state IN ('spent', 'released', 'unknown'))
    OR (OLD.state = 'unknown' AND NEW.state IN ('spent', 'released'))
    OR (
      OLD.state = 'unknown' AND NEW.state = 'unknown'
      AND NEW.status IS OLD.status AND NEW.duration_ms IS OLD.duration_ms AND NEW.detail IS OLD.detail
      AND NEW.cost_requests IS NULL
    )
  )
  AND NEW.id = OLD.id
  AND NEW.epoch = OLD.epoch
  AND NEW.key_epoch = OLD.key_epoch
  AND NEW.at_ms = OLD.at_ms
  AND NEW.wall_ms = OLD.wall_ms
  AND NEW.endpoint IS OLD.endpoint
  AND NEW.call = OLD.call
  AND NEW.company_id IS OLD.company_id
  AND NEW.screen = OLD.screen
  AND NEW.reason = OLD.reason
  AND NEW.list_id IS OLD.list_id
  AND NEW.search_id IS OLD.search_id
  AND NEW.lane IS OLD.lane
  AND NEW.accepted_requests = OLD.accepted_requests
  AND NEW.accepted_records = OLD.accepted_records
  AND NEW.accepted_page_turns = OLD.accepted_page_turns
  AND NEW.accepted_companies = OLD.accepted_companies
  AND NEW.reserved_requests = OLD.reserved_requests
  AND NEW.reserved_records = OLD.reserved_records
  AND NEW.reserved_page_turns = OLD.reserved_page_turns
  AND NEW.reserved_companies = OLD.reserved_companies
  AND NEW.refused_budget IS OLD.refused_budget
)
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TABLE account (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch INTEGER NOT NULL,
  key_epoch INTEGER NOT NULL,
  test_key INTEGER NOT NULL CHECK (test_key IN (0, 1))
) STRICT;

CREATE TABLE account_day (
  epoch INTEGER NOT NULL,
  day_ms INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  own INTEGER NOT NULL,
  PRIMARY KEY (epoch, day_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_watch (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  daily_epoch INTEGER,
  daily_accepted TEXT,
  alert_above INTEGER NOT NULL CHECK (alert_above >= 0),
  CHECK ((daily_epoch IS NULL) = (daily_accepted IS NULL))
) STRICT;

CREATE TABLE allowance (
  scope TEXT PRIMARY KEY NOT NULL,
  records INTEGER NOT NULL CHECK (records >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE assistant_proposal (
  proposal_id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  request TEXT NOT NULL,
  company_id TEXT,
  reason TEXT NOT NULL,
  price TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'approved', 'declined', 'expired', 'ended')),
  proposed_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  decided_at_ms INTEGER,
  accepted TEXT,
  job_id INTEGER,
  outcome TEXT, withdrawn INTEGER NOT NULL DEFAULT 0
  CHECK (withdrawn = 0 OR state = 'declined'),
  CHECK ((state IN ('approved', 'ended')) = (job_id IS NOT NULL AND accepted IS NOT NULL)),
  CHECK ((state = 'open') = (decided_at_ms IS NULL)),
  CHECK ((state = 'ended') = (outcome IS NOT NULL))
) STRICT;

CREATE TABLE chosen_limit (
  budget TEXT PRIMARY KEY NOT NULL,
  value INTEGER NOT NULL CHECK (value > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE clock_pair (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  server_ms INTEGER NOT NULL,
  wall_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE closure (
  budget TEXT PRIMARY KEY NOT NULL,
  until_ms INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE company_day (
  epoch INTEGER NOT NULL,
  day_ms INTEGER NOT NULL,
  company_id TEXT NOT NULL,
  PRIMARY KEY (epoch, day_ms, company_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE correction (
  id INTEGER PRIMARY KEY,
  epoch INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  budget TEXT NOT NULL,
  amount INTEGER NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('stats', 'refusal'))
) STRICT;

CREATE TABLE cost_check (
  epoch INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('requests', 'records', 'page-turns', 'companies')),
  confirmed_at_ms INTEGER,
  pending INTEGER,
  pending_at_ms INTEGER,
  PRIMARY KEY (epoch, endpoint, unit),
  CHECK ((pending IS NULL) = (pending_at_ms IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE cost_drift (
  id INTEGER PRIMARY KEY,
  epoch INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('requests', 'records', 'page-turns', 'companies')),
  before INTEGER NOT NULL,
  after INTEGER NOT NULL
) STRICT;

CREATE TABLE counter (
  epoch INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  budget TEXT NOT NULL,
  spent INTEGER NOT NULL DEFAULT 0,
  unknown INTEGER NOT NULL DEFAULT 0,
  others INTEGER NOT NULL DEFAULT 0,
  corrected INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (epoch, start_ms, budget)
) STRICT, WITHOUT ROWID;

CREATE TABLE day_use (
  epoch INTEGER NOT NULL,
  day_ms INTEGER NOT NULL,
  lane TEXT NOT NULL,
  requests INTEGER NOT NULL,
  records INTEGER NOT NULL,
  page_turns INTEGER NOT NULL,
  PRIMARY KEY (epoch, day_ms, lane)
) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
  id INTEGER PRIMARY KEY,
  epoch INTEGER NOT NULL,
  key_epoch INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  wall_ms INTEGER NOT NULL,
  endpoint TEXT,
  call TEXT NOT NULL,
  company_id TEXT,
  screen TEXT NOT NULL,
  reason TEXT NOT NULL,
  lane TEXT,
  accepted_requests INTEGER NOT NULL,
  accepted_records INTEGER NOT NULL,
  accepted_page_turns INTEGER NOT NULL,
  accepted_companies INTEGER NOT NULL,
  reserved_requests INTEGER NOT NULL,
  reserved_records INTEGER NOT NULL,
  reserved_page_turns INTEGER NOT NULL,
  reserved_companies INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reserved', 'spent', 'released', 'unknown', 'other-device', 'refused')),
  from_ms INTEGER NOT NULL,
  to_ms INTEGER,
  completed_ms INTEGER,
  cost_requests INTEGER,
  cost_records INTEGER,
  cost_page_turns INTEGER,
  cost_companies INTEGER,
  status INTEGER,
  duration_ms INTEGER,
  refused_budget TEXT,
  detail TEXT
, refused_allowance TEXT, list_id TEXT, search_id INTEGER) STRICT;

CREATE TABLE job (
  job_id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('queue', 'plan')),
  group_id INTEGER REFERENCES job_group (group_id) ON DELETE CASCADE,
  place INTEGER,
  item_key TEXT,
  company_id TEXT,
  request TEXT NOT NULL,
  accepted TEXT NOT NULL,
  screen TEXT NOT NULL,
  state TEXT NOT NULL CHECK (
    state IN ('queued', 'approved', 'running', 'waiting', 'unknown', 'done', 'failed', 'cancelled')
  ),
  reason TEXT,
  call TEXT,
  after_entry INTEGER,
  outcome TEXT,
  spent TEXT,
  news INTEGER,
  created_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  CHECK ((kind = 'plan') = (group_id IS NOT NULL AND place IS NOT NULL AND item_key IS NOT NULL)),
  CHECK (state <> 'waiting' OR reason IS NOT NULL),
  CHECK (state <> 'running' OR after_entry IS NOT NULL)
) STRICT;

CREATE TABLE job_group (
  group_id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner TEXT NOT NULL CHECK (owner IN ('seller', 'rule')),
  approved_at_ms INTEGER NOT NULL,
  paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
  ended INTEGER NOT NULL CHECK (ended IN (0, 1))
) STRICT;

CREATE TABLE learned_cost (
  endpoint TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('requests', 'records', 'page-turns', 'companies')),
  assumed INTEGER NOT NULL,
  learned INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (endpoint, unit)
) STRICT, WITHOUT ROWID;

CREATE TABLE limit_in_force (
  budget TEXT PRIMARY KEY NOT NULL,
  value INTEGER NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('header', 'stats', 'refusal'))
) STRICT, WITHOUT ROWID;

CREATE TABLE limit_seen (
  budget TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('header', 'stats', 'refusal')),
  value INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (budget, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE month_allowance (
  scope TEXT PRIMARY KEY NOT NULL,
  records INTEGER NOT NULL CHECK (records >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE named_reset (
  budget TEXT PRIMARY KEY NOT NULL,
  resets_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notice (
  notice_key TEXT PRIMARY KEY NOT NULL,
  told_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE plan_fact (
  name TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE reading (
  id INTEGER PRIMARY KEY,
  epoch INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  newest_entry INTEGER NOT NULL,
  key_type TEXT NOT NULL,
  key_name TEXT,
  lacks_itself INTEGER NOT NULL CHECK (lacks_itself IN (0, 1))
, counts_itself INTEGER NOT NULL DEFAULT 0 CHECK (counts_itself IN (0, 1)), key_created_at_ms INTEGER, key_last_used_at_ms INTEGER, successful INTEGER, failed INTEGER, total INTEGER, average_response_time REAL, user_rate_limit INTEGER, endpoints TEXT) STRICT;

CREATE TABLE reading_budget (
  reading_id INTEGER NOT NULL REFERENCES reading (id),
  budget TEXT NOT NULL,
  start_ms INTEGER,
  max INTEGER,
  used INTEGER,
  remaining INTEGER,
  resets_at_ms INTEGER,
  surplus INTEGER,
  PRIMARY KEY (reading_id, budget)
) STRICT, WITHOUT ROWID;

CREATE TABLE rolling_use (
  budget TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('stats', 'refusal')),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  until_ms INTEGER NOT NULL,
  PRIMARY KEY (budget, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE screen_use (
  epoch INTEGER NOT NULL,
  day_ms INTEGER NOT NULL,
  screen TEXT NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY (epoch, day_ms, screen)
) STRICT, WITHOUT ROWID;

CREATE TABLE service_error (
  entry_id INTEGER PRIMARY KEY REFERENCES entry (id),
  error TEXT,
  code TEXT,
  message TEXT,
  detail TEXT,
  hint TEXT,
  excerpt TEXT
) STRICT;

CREATE INDEX assistant_proposal_by_company ON assistant_proposal (company_id) WHERE company_id IS NOT NULL;

CREATE INDEX assistant_proposal_by_request ON assistant_proposal (request) WHERE state = 'declined';

CREATE UNIQUE INDEX assistant_proposal_job ON assistant_proposal (job_id) WHERE job_id IS NOT NULL;

CREATE UNIQUE INDEX assistant_proposal_open ON assistant_proposal (request) WHERE state = 'open';

CREATE INDEX cost_drift_by_epoch ON cost_drift (epoch, id);

CREATE INDEX entry_at ON entry (at_ms);

CREATE INDEX entry_by_company ON entry (company_id, completed_ms DESC) WHERE company_id IS NOT NULL;

CREATE INDEX entry_charged ON entry (id) WHERE state IN ('spent', 'unknown');

CREATE INDEX entry_charged_until ON entry (to_ms) WHERE state IN ('spent', 'unknown');

CREATE INDEX entry_not_found ON entry (epoch, completed_ms DESC) WHERE status = 404;

CREATE INDEX entry_not_found_call ON entry (epoch, call, completed_ms DESC) WHERE status = 404;

CREATE INDEX entry_reserved ON entry (id) WHERE state = 'reserved';

CREATE INDEX entry_unknown ON entry (id) WHERE state = 'unknown';

CREATE UNIQUE INDEX job_asked ON job (request) WHERE kind = 'queue' AND state <> 'done';

CREATE INDEX job_by_company ON job (company_id) WHERE company_id IS NOT NULL;

CREATE UNIQUE INDEX job_by_group ON job (group_id, place) WHERE group_id IS NOT NULL;

CREATE INDEX job_by_state ON job (kind, state, job_id);

CREATE INDEX notice_by_time ON notice (told_at_ms);

CREATE INDEX reading_by_epoch ON reading (epoch, at_ms);
