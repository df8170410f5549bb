import type { Migration } from '../../migrate.ts';

/*
 * `watch_rule` stores the rules of watched lists; its `since_ms` is the server time at which the user began
 * to watch the list. Earlier changes are not reported. `change_mark` stores the time up to which the user has
 * seen changes, for one company or for all companies (`company_id` is '').
 */
export const watch: Migration = {
  id: 100,
  name: 'watch',
  sql: `
CREATE TABLE watch_rule (
  list_id INTEGER PRIMARY KEY NOT NULL,
  watched INTEGER NOT NULL CHECK (watched IN (0, 1)),
  refresh_days INTEGER NOT NULL CHECK (refresh_days BETWEEN 1 AND 90),
  records_a_month INTEGER NOT NULL CHECK (records_a_month >= 0),
  since_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE change_mark (
  company_id TEXT PRIMARY KEY NOT NULL,
  up_to_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
