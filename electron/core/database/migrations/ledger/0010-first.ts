import type { Migration } from '../../migrate.ts';

/*
 * Every decision made by the governor, and the state of the account. All times are server time (Unix ms)
 * except `wall_ms`. Rows in `entry` are never deleted, and triggers allow only two changes: setting the
 * result of a reserved row, and resolving an unknown result. [from_ms, to_ms] is the interval in which the
 * service may have charged a request; the request counts in every day and month that the interval touches.
 * `counter` stores the sum of the entries in each budget window, so pricing need not read the whole ledger.
 * It is updated in the transaction that changes the entry. `corrected` is added to a sum to make it equal to
 * the service's own counter.
 */
export const first: Migration = {
  id: 10,
  name: 'first',
  sql: `
CREATE TABLE account (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch INTEGER NOT NULL,
  key_epoch INTEGER NOT NULL,
  test_key INTEGER NOT NULL CHECK (test_key IN (0, 1))
) STRICT;
INSERT INTO account (id, epoch, key_epoch, test_key) VALUES (1, 1, 1, 0);

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
) STRICT;
CREATE INDEX entry_reserved ON entry (id) WHERE state = 'reserved';
CREATE INDEX entry_unknown ON entry (id) WHERE state = 'unknown';
CREATE INDEX entry_charged ON entry (id) WHERE state IN ('spent', 'unknown');

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

CREATE TABLE limit_seen (
  budget TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('header', 'stats', 'refusal')),
  value INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (budget, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE limit_in_force (
  budget TEXT PRIMARY KEY NOT NULL,
  value INTEGER NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('header', 'stats', 'refusal'))
) STRICT, WITHOUT ROWID;

CREATE TABLE closure (
  budget TEXT PRIMARY KEY NOT NULL,
  until_ms INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE clock_pair (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  server_ms INTEGER NOT NULL,
  wall_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE reading (
  id INTEGER PRIMARY KEY,
  epoch INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  newest_entry INTEGER NOT NULL,
  key_type TEXT NOT NULL,
  key_name TEXT,
  lacks_itself INTEGER NOT NULL CHECK (lacks_itself IN (0, 1))
) STRICT;
CREATE INDEX reading_by_epoch ON reading (epoch, at_ms);

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
`,
};
