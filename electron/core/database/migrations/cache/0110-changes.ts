import type { Migration } from '../../migrate.ts';

/*
 * Changes to companies: differences between a response and the data stored before it. `noticed_at_ms`
 * increases with every row, so a seen mark covers exactly the changes that existed when the mark was set.
 * `fetched_at_ms` is the time of the response. A row in `role_base` means that all roles of the company were
 * fetched at least once, so any role that appears later is new. If the app starts again from the first page
 * of roles, the row remains.
 */
export const changes: Migration = {
  id: 110,
  name: 'changes',
  sql: `
CREATE TABLE company_change (
  change_id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  told TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  noticed_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX company_change_by_company ON company_change (company_id, noticed_at_ms DESC);
CREATE UNIQUE INDEX company_change_noticed ON company_change (noticed_at_ms);

CREATE TABLE role_base (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO role_base (company_id) SELECT company_id FROM role_walk WHERE complete = 1;
`,
};
