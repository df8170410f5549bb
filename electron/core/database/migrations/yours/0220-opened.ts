import type { Migration } from '../../migrate.ts';

/* When the user first opened the page of a company. */
export const opened: Migration = {
  id: 220,
  name: 'opened',
  sql: `
CREATE TABLE company_opened (
  company_id TEXT PRIMARY KEY NOT NULL,
  opened_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
