import type { Migration } from '../../migrate.ts';

/*
 * Adds a table of requests queued while offline, with their displayed prices, and a table of notifications
 * already shown. The tables are in `ledger.db`, which is never restored to an older state; otherwise,
 * requests and notifications could be repeated. `asked` is the canonical form of the request, and prevents
 * the same request from being queued twice.
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
