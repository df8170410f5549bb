import type { Migration } from '../../migrate.ts';

/*
 * Lets stored results answer other queries (search-coverage/). `told` stores the received values of the
 * fields that filters use. A row stored before this migration has no such values, so it can answer only the
 * query that fetched it. `sure_end` is 1 if the end of a result set is certain, and 0 if it is only probable.
 * `library_answer` stores result sets computed from the library. `company_alone` contains companies that were
 * returned only by the app's own requests, such as a match count, and never by one of the user's searches.
 */
export const answers: Migration = {
  id: 30,
  name: 'answers',
  sql: `
ALTER TABLE query_set ADD COLUMN sure_end INTEGER NOT NULL DEFAULT 0 CHECK (sure_end IN (0, 1));
ALTER TABLE query_set_row ADD COLUMN told TEXT;

CREATE TABLE query_total (
  query_key TEXT PRIMARY KEY NOT NULL,
  total INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE company_alone (
  company_id TEXT PRIMARY KEY NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE library_answer (
  answer_id INTEGER PRIMARY KEY AUTOINCREMENT,
  query_key TEXT NOT NULL UNIQUE,
  query TEXT NOT NULL,
  page_limit INTEGER NOT NULL,
  total INTEGER NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
  as_of_ms INTEGER NOT NULL,
  made_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX library_answer_by_made ON library_answer (made_at_ms DESC, answer_id DESC);

CREATE TABLE library_answer_row (
  answer_id INTEGER NOT NULL REFERENCES library_answer (answer_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  round_id TEXT NOT NULL,
  known INTEGER NOT NULL CHECK (known IN (0, 1)),
  PRIMARY KEY (answer_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX library_answer_row_by_company ON library_answer_row (company_id);
`,
};
