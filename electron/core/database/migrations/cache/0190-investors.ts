import type { Migration } from '../../migrate.ts';

/*
 * `stored_at_ms` is the server time at which a round was first stored with this investor, so new rounds
 * of a watched investor can be found. It is null for rounds that were stored before this migration: they are
 * not news. `investor_clock` holds the newest of these times, which always increase, because a response that
 * arrives later may be older. The index replaces the one by name alone and serves its queries too.
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
