import type { Migration } from '../../migrate.ts';

/*
 * Filters of the Library that the seller keeps under a name. `question` is what was asked, as the contract has it, in JSON;
 * it names lists and tags by id, which may be gone by the time it is asked again.
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
