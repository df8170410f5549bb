import type { Migration } from '../../migrate.ts';

/*
 * The assistant interface. `key_sha256` is the digest of a random 256-bit key; the key cannot be computed
 * from the digest. `assistant_handed` stores when each client last received each company. These times show
 * how much of the limits on companies has been used. `company_ids` is a JSON array of the companies that a
 * call returned.
 */
export const assistants: Migration = {
  id: 280,
  name: 'assistants',
  sql: `
CREATE TABLE assistant_client (
  client_id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  place TEXT NOT NULL,
  permissions TEXT NOT NULL,
  key_sha256 BLOB NOT NULL,
  added_at_ms INTEGER NOT NULL,
  last_call_at_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE assistant_caps (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  hour INTEGER NOT NULL,
  day INTEGER NOT NULL,
  days30 INTEGER NOT NULL
) STRICT;
CREATE TABLE assistant_handed (
  company_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (company_id, client_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX assistant_handed_by_time ON assistant_handed (last_at_ms);
CREATE TABLE assistant_call (
  call_id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  tool TEXT NOT NULL,
  about TEXT NOT NULL,
  company_id TEXT,
  company_ids TEXT NOT NULL,
  notes INTEGER NOT NULL,
  contacts INTEGER NOT NULL,
  made TEXT,
  result TEXT NOT NULL
) STRICT;
CREATE INDEX assistant_call_by_time ON assistant_call (at_ms);
`,
};
