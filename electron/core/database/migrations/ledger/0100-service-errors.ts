import type { Migration } from '../../migrate.ts';

/*
 * The text that the service sent in error responses and in unreadable responses, sanitized and with keys
 * masked. The texts are in a separate table, because most requests have none. `excerpt` is the beginning of a
 * body that is not JSON.
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
