import type { Migration } from '../../migrate.ts';

/*
 * Saved searches and their seen rows. `question` is the search in the contract's JSON form with relative
 * dates, and `question_key` is its unique hash. `search_fetched` stores the ids of the rows received for a
 * query, each with the time of its last fetch. A row of `search_view` is one "mark as seen" action, and
 * `search_seen` holds the rows that the action marked. A row counts as seen while at least one such action
 * exists, so undo only has to delete the action. `preference` stores workspace settings in JSON, such as the
 * market and the fit weights.
 */
export const savedSearches: Migration = {
  id: 50,
  name: 'saved-searches',
  sql: `
CREATE TABLE saved_search (
  search_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL UNIQUE,
  question TEXT NOT NULL,
  question_key TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE search_asked (
  question_key TEXT PRIMARY KEY NOT NULL,
  query TEXT NOT NULL,
  page_limit INTEGER NOT NULL,
  fetched_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE search_fetched (
  question_key TEXT NOT NULL,
  row_id TEXT NOT NULL,
  company_id TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (question_key, row_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX search_fetched_by_company ON search_fetched (company_id);

CREATE TABLE search_view (
  view_id INTEGER PRIMARY KEY AUTOINCREMENT,
  search_id INTEGER NOT NULL,
  viewed_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX search_view_by_search ON search_view (search_id, viewed_at_ms);

CREATE TABLE search_seen (
  search_id INTEGER NOT NULL,
  row_id TEXT NOT NULL,
  view_id INTEGER NOT NULL,
  company_id TEXT NOT NULL,
  PRIMARY KEY (search_id, row_id, view_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX search_seen_by_company ON search_seen (company_id);

CREATE TABLE preference (
  name TEXT PRIMARY KEY NOT NULL CHECK (name IN ('market', 'fit-weights', 'market-skipped')),
  value TEXT NOT NULL,
  set_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
