import type { Migration } from '../../migrate.ts';

/*
 * What a newer answer told otherwise than what was kept. `noticed_at_ms` grows with every row, so that a mark of what was seen
 * covers just what stood there; `fetched_at_ms` is the time of the answer. `role_base`: the roles of this company were all
 * told once, so that a further one is a new one; a walk begun anew does not forget it.
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
