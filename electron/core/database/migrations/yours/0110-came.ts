import type { Migration } from '../../migrate.ts';

/*
 * First server time at which a saved search returned a row. `fetched_at_ms` is the latest time and does not
 * count as news, so a company marked done stays done when the search runs again.
 */
export const came: Migration = {
  id: 110,
  name: 'came',
  sql: `
ALTER TABLE search_fetched ADD COLUMN came_at_ms INTEGER NOT NULL DEFAULT 0;
UPDATE search_fetched SET came_at_ms = fetched_at_ms;
`,
};
