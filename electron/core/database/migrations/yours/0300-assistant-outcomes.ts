import type { Migration } from '../../migrate.ts';

/*
 * What clients have read and the results of their calls. `assistant_read` has a row for each distinct note,
 * task or entry of the contact log that a client has read. For contacts, it has one row per company, and
 * `amount` is the number of contacts. `proposal_id` refers to a proposal in `ledger.db`. `step_id` is the
 * undo step of a change. `assistant_revoked` contains the name and the place (such as `cloud`) of clients
 * whose keys were deleted.
 */
export const assistantOutcomes: Migration = {
  id: 300,
  name: 'assistant-outcomes',
  sql: `
ALTER TABLE assistant_call ADD COLUMN tasks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE assistant_call ADD COLUMN log_entries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE assistant_call ADD COLUMN proposal_id INTEGER;
ALTER TABLE assistant_call ADD COLUMN step_id INTEGER;

CREATE TABLE assistant_read (
  client_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('note', 'task', 'log-entry', 'contacts')),
  item_id TEXT NOT NULL,
  company_id TEXT,
  amount INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (client_id, kind, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX assistant_read_by_time ON assistant_read (last_at_ms);

CREATE TABLE assistant_revoked (
  client_id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  place TEXT NOT NULL,
  revoked_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
