import type { Migration } from '../../migrate.ts';

/*
 * Library filters saved by the user. `question` is the filter in the contract's JSON form. The filter refers
 * to lists and tags by id. Some of these lists and tags may have been deleted.
 */
export const savedFilters: Migration = {
  id: 40,
  name: 'saved-filters',
  sql: `
CREATE TABLE saved_filter (
  filter_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL UNIQUE,
  question TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;
`,
};
