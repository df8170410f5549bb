import type { Migration } from '../../migrate.ts';

/*
 * Facts about the account that `/stats` reports in addition to the budgets. `account_day` stores the newest
 * report for each UTC day; `own` is the number of requests that this app had sent on that day before the
 * report. `account_watch` stores the user's permission to request `/stats` daily, with the account and the
 * price to which the user agreed. It is in `ledger.db` because a backup must not restore a permission to
 * spend.
 *
 * `cost_check` stores the evidence from pairs of `/stats` readings about the cost of one request: when the
 * cost was last confirmed, and any different cost that was observed once and needs a second observation.
 * `cost_drift` stores corrected costs.
 */
export const accountUse: Migration = {
  id: 120,
  name: 'account-use',
  sql: `
ALTER TABLE reading ADD COLUMN key_created_at_ms INTEGER;
ALTER TABLE reading ADD COLUMN key_last_used_at_ms INTEGER;
ALTER TABLE reading ADD COLUMN successful INTEGER;
ALTER TABLE reading ADD COLUMN failed INTEGER;
ALTER TABLE reading ADD COLUMN total INTEGER;
ALTER TABLE reading ADD COLUMN average_response_time REAL;
ALTER TABLE reading ADD COLUMN user_rate_limit INTEGER;
ALTER TABLE reading ADD COLUMN endpoints TEXT;

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

CREATE TABLE cost_check (
  epoch INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('requests', 'records', 'page-turns')),
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
  unit TEXT NOT NULL CHECK (unit IN ('requests', 'records', 'page-turns')),
  before INTEGER NOT NULL,
  after INTEGER NOT NULL
) STRICT;
CREATE INDEX cost_drift_by_epoch ON cost_drift (epoch, id);
`,
};
