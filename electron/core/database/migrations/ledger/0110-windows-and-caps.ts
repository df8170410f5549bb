import type { Migration } from '../../migrate.ts';

/*
 * `named_reset` stores the reset times, in server time, that the service reported and that are not the start
 * of a calendar day or month. `chosen_limit` stores limits that the user entered. `month_allowance` stores
 * spending caps per UTC month; `allowance` stores them per day. `screen_use` sums the records used by the
 * user's own requests per screen and UTC day; `day_use` sums records per lane.
 */
export const windowsAndCaps: Migration = {
  id: 110,
  name: 'windows-and-caps',
  sql: `
CREATE TABLE named_reset (
  budget TEXT PRIMARY KEY NOT NULL,
  resets_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE chosen_limit (
  budget TEXT PRIMARY KEY NOT NULL,
  value INTEGER NOT NULL CHECK (value > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE month_allowance (
  scope TEXT PRIMARY KEY NOT NULL,
  records INTEGER NOT NULL CHECK (records >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE screen_use (
  epoch INTEGER NOT NULL,
  day_ms INTEGER NOT NULL,
  screen TEXT NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY (epoch, day_ms, screen)
) STRICT, WITHOUT ROWID;
INSERT INTO screen_use (epoch, day_ms, screen, records)
  SELECT epoch, day_ms, screen, SUM(records) FROM (
    SELECT epoch, screen,
      (CASE WHEN state = 'spent' THEN COALESCE(completed_ms, at_ms) ELSE at_ms END) / 86400000 * 86400000 AS day_ms,
      CASE WHEN state = 'unknown' THEN reserved_records ELSE cost_records END AS records
    FROM entry WHERE state IN ('spent', 'unknown') AND lane = 'interactive'
  ) GROUP BY epoch, day_ms, screen;
`,
};
