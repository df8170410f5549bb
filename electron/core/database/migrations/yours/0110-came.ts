import type { Migration } from '../../migrate.ts';

/*
 * Adds the server time at which a saved search first returned a row. This time determines whether a row is
 * news. The time of the latest fetch (`fetched_at_ms`) does not, so a company marked done stays done when the
 * search runs again.
 */
export const came: Migration = {
  id: 110,
  name: 'came',
  sql: `
ALTER TABLE search_fetched ADD COLUMN came_at_ms INTEGER NOT NULL DEFAULT 0;
UPDATE search_fetched SET came_at_ms = fetched_at_ms;
`,
};
