import type { Migration } from '../../migrate.ts';

/*
 * The service's own text in error responses and unreadable responses, sanitized and with keys masked. Most
 * requests have no such text, so the texts are in a separate table. `excerpt` is the beginning of a body that
 * is not JSON.
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
