import type { Migration } from '../../migrate.ts';

/*
 * The service's own text in responses that were errors or could not be read, cleaned and with keys masked.
 * A separate table, because most requests have none. `excerpt` is the beginning of a body without JSON.
 */
export const serviceErrors: Migration = {
  id: 100,
  name: 'service-errors',
  sql: `
CREATE TABLE service_error (
  entry_id INTEGER PRIMARY KEY REFERENCES entry (id),
  error TEXT,
  code TEXT,
  message TEXT,
  detail TEXT,
  hint TEXT,
  excerpt TEXT
) STRICT;
`,
};
