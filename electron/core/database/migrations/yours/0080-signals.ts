import type { Migration } from '../../migrate.ts';

/*
 * Receiver settings; the keys are in the keychain. While `rotating` is 1, the previous key is accepted too. A
 * row of `signal_view` is one "mark as seen" action; `signal_seen` holds the events it marked. Events are
 * identified by `identity`, so rebuilding `cache.db` does not make seen events new again. An event counts as
 * seen while at least one action that marked it exists, so undoing an action only has to delete its row.
 */
export const signals: Migration = {
  id: 80,
  name: 'signals',
  sql: `
CREATE TABLE webhook_receiver (
  one INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  port INTEGER NOT NULL,
  path TEXT NOT NULL,
  tunnel_host TEXT,
  key_set_at_ms INTEGER,
  rotating INTEGER NOT NULL CHECK (rotating IN (0, 1)),
  changed_at_ms INTEGER
) STRICT;

CREATE TABLE signal_view (
  view_id INTEGER PRIMARY KEY AUTOINCREMENT,
  viewed_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE signal_seen (
  identity TEXT NOT NULL,
  view_id INTEGER NOT NULL,
  company_id TEXT,
  PRIMARY KEY (identity, view_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX signal_seen_by_company ON signal_seen (company_id);
`,
};
