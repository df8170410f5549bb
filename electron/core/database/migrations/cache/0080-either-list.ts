import type { Migration } from '../../migrate.ts';

/*
 * Locally computed results may now be lists of rounds or of companies, and a row in a list of companies may
 * have no round. `investor` has one row per investor in the stored rounds. `investor_start` is used to find
 * an investor by the beginning of any word in the name. A trigger deletes an investor when its last round is
 * deleted.
 */
export const eitherList: Migration = {
  id: 80,
  name: 'either-list',
  sql: `
ALTER TABLE library_answer ADD COLUMN endpoint TEXT NOT NULL DEFAULT 'fundings'
  CHECK (endpoint IN ('fundings', 'companies'));
CREATE INDEX library_answer_by_list ON library_answer (endpoint, made_at_ms DESC, answer_id DESC);

CREATE TABLE library_answer_row_80 (
  answer_id INTEGER NOT NULL REFERENCES library_answer (answer_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  company_id TEXT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
  round_id TEXT,
  known INTEGER NOT NULL CHECK (known IN (0, 1)),
  PRIMARY KEY (answer_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO library_answer_row_80 SELECT answer_id, position, company_id, round_id, known FROM library_answer_row;
DROP TABLE library_answer_row;
ALTER TABLE library_answer_row_80 RENAME TO library_answer_row;
CREATE INDEX library_answer_row_by_company ON library_answer_row (company_id);

CREATE TABLE investor (
  name_folded TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE investor_start (
  start TEXT NOT NULL,
  name_folded TEXT NOT NULL REFERENCES investor (name_folded) ON DELETE CASCADE,
  PRIMARY KEY (start, name_folded)
) STRICT, WITHOUT ROWID;
CREATE INDEX investor_start_by_name ON investor_start (name_folded);
INSERT INTO investor (name_folded, name) SELECT name_folded, min(name) FROM round_investor GROUP BY name_folded;
INSERT OR IGNORE INTO investor_start (start, name_folded)
  WITH RECURSIVE part (name_folded, start) AS (
    SELECT name_folded, name_folded FROM investor
    UNION ALL
    SELECT name_folded, substr(start, instr(start, ' ') + 1) FROM part WHERE instr(start, ' ') > 0
  )
  SELECT start, name_folded FROM part WHERE start <> '';
CREATE TRIGGER investor_of_no_round AFTER DELETE ON round_investor
  WHEN NOT EXISTS (SELECT 1 FROM round_investor WHERE name_folded = OLD.name_folded) BEGIN
  DELETE FROM investor WHERE name_folded = OLD.name_folded;
END;
`,
};
