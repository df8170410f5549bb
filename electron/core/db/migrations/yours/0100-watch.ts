import type { Migration } from '../../migrate.ts';

/*
 * How lists are watched, and what the seller saw of the changes: everything of a company, or under '' of all, that was noticed
 * up to a time. `since_ms`: when the list came to be watched, server time; what was noticed before is no news of it.
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
