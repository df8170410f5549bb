import type { Migration } from '../../migrate.ts';

/*
 * Approved plans with their requests. They are in the ledger because they involve spending, must survive a
 * restart and must never be restored from a backup. `what` is the approved request in JSON, without names.
 * `after_entry` is the newest ledger row at the moment when the request began; after a crash, later rows show
 * the request's result. `plan_fact` stores named timestamps, such as the last time the app caught up on
 * missed events.
 */
export const plan: Migration = {
  id: 50,
  name: 'plan',
  sql: `
CREATE TABLE plan (
  plan_id INTEGER PRIMARY KEY AUTOINCREMENT,
  by_rule INTEGER NOT NULL CHECK (by_rule IN (0, 1)),
  approved_at_ms INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'over')),
  paused TEXT
) STRICT;
CREATE TABLE plan_item (
  plan_id INTEGER NOT NULL REFERENCES plan (plan_id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  item_key TEXT NOT NULL,
  company_id TEXT,
  what TEXT NOT NULL,
  step TEXT NOT NULL,
  call TEXT,
  after_entry INTEGER,
  spent TEXT,
  news INTEGER,
  ended_at_ms INTEGER,
  PRIMARY KEY (plan_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX plan_item_by_company ON plan_item (company_id) WHERE company_id IS NOT NULL;

CREATE TABLE plan_fact (
  name TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
