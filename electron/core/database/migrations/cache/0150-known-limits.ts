import type { Migration } from '../../migrate.ts';

/*
 * `known_limit` is a copy of the account's limits in case the ledger is lost. `source` is `chosen` for a
 * limit that the user entered; for any other limit, it is the way in which the service reported the limit.
 */
export const knownLimits: Migration = {
  id: 150,
  name: 'known-limits',
  sql: `
CREATE TABLE known_limit (
  budget TEXT PRIMARY KEY NOT NULL,
  value INTEGER NOT NULL CHECK (value > 0),
  source TEXT NOT NULL CHECK (source IN ('chosen', 'header', 'stats', 'refusal'))
) STRICT, WITHOUT ROWID;
`,
};
