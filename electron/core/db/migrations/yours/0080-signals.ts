import type { Migration } from '../../migrate.ts';

/*
 * How the seller set the receiver of the webhook up; its keys stand in the keychain, never here. `rotating` 1: the key before
 * the present one is taken as well. `signal_view`: he marked events as seen; `signal_seen`: the events that one such mark
 * covers, by their identity, so that a rebuilt `cache.db` makes nothing new again. An event is seen while a view that
 * covers it stands: taking a mark back is taking back one row.
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
