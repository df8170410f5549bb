import type { Migration } from '../../migrate.ts';

/* The time at which the user first opened each company's page. */
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
