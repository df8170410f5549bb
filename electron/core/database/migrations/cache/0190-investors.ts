import type { Migration } from '../../migrate.ts';

/*
 * `stored_at_ms` is the server time at which a round was first stored with this investor. It is used to find
 * new rounds of a watched investor. It is null for rounds stored before this migration, which do not count as
 * news. Each new value is greater than all earlier ones, even if the response is older. `investor_clock`
 * stores the greatest value. The new index replaces the index on the name alone and serves the same queries.
 */
export const investors: Migration = {
  id: 190,
  name: 'investors',
  sql: `
ALTER TABLE round_investor ADD COLUMN stored_at_ms INTEGER;
DROP INDEX round_investor_by_name;
CREATE TABLE investor_clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  newest_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX round_investor_by_stored ON round_investor (name_folded, stored_at_ms);
`,
};
