import type { Migration } from '../../migrate.ts';

/*
 * A budget with rows in `rolling_use` covers the last 24 hours instead of a day with a fixed start. This
 * app's usage is calculated from `entry`. `amount` is the usage by other clients, as reported by `/stats` or
 * a 429. It counts until `until_ms`, in server time.
 */
export const rollingWindows: Migration = {
  id: 130,
  name: 'rolling-windows',
  sql: `
CREATE TABLE rolling_use (
  budget TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('stats', 'refusal')),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  until_ms INTEGER NOT NULL,
  PRIMARY KEY (budget, source)
) STRICT, WITHOUT ROWID;

CREATE INDEX entry_charged_until ON entry (to_ms) WHERE state IN ('spent', 'unknown');
`,
};
