import type { Migration } from '../../migrate.ts';

/*
 * What `/stats` reports about the account besides its budgets. `account_day` holds the newest report of each
 * UTC day; `own` is the number of this app's requests on that day when the service reported it.
 * `account_watch` holds the user's permission for a daily reading, with the account and the price for which
 * it was given. It is in `ledger.db` because a backup must not restore a permission to spend.
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
`,
};
