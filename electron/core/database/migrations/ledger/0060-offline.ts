import type { Migration } from '../../migrate.ts';

/*
 * Two tables: requests queued while offline, with their displayed prices, and notifications already shown.
 * Both tables are in `ledger.db`, which is never restored to an older state, so no request runs twice and no
 * notification appears twice. `asked` is the canonical form of the request; a request with the same canonical
 * form is not queued twice.
 */
export const offline: Migration = {
  id: 60,
  name: 'offline',
  sql: `
CREATE TABLE offline_call (
  call_id INTEGER PRIMARY KEY AUTOINCREMENT,
  asked TEXT NOT NULL,
  company_id TEXT,
  screen TEXT NOT NULL,
  accepted TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'dearer', 'refused', 'unknown', 'done')),
  outcome TEXT,
  asked_at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX offline_call_asked ON offline_call (asked) WHERE state <> 'done';
CREATE INDEX offline_call_by_state ON offline_call (state, call_id);

CREATE TABLE notice (
  notice_key TEXT PRIMARY KEY NOT NULL,
  told_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX notice_by_time ON notice (told_at_ms);
`,
};
