import type { Migration } from '../../migrate.ts';

/*
 * Adds the server time at which a saved search first returned a row. Whether a row is news depends on this
 * time, and not on the time of the latest fetch (`fetched_at_ms`). Otherwise, a company marked done would
 * become news again whenever the search runs.
 */
export const came: Migration = {
  id: 110,
  name: 'came',
  sql: `
ALTER TABLE search_fetched ADD COLUMN came_at_ms INTEGER NOT NULL DEFAULT 0;
UPDATE search_fetched SET came_at_ms = fetched_at_ms;
`,
};
