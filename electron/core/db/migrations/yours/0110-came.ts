import type { Migration } from '../../migrate.ts';

/*
 * When a row of a saved search first came, by the service's clock. `fetched_at_ms` says when it last came, which is no news:
 * whoever was put away stays so when a search is run again.
 */
export const came: Migration = {
  id: 110,
  name: 'came',
  sql: `
ALTER TABLE search_fetched ADD COLUMN came_at_ms INTEGER NOT NULL DEFAULT 0;
UPDATE search_fetched SET came_at_ms = fetched_at_ms;
`,
};
