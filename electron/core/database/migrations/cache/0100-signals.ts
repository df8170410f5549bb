import type { Migration } from '../../migrate.ts';

/*
 * Webhook events that were delivered, or pasted by the user (spec §6.3). An event has one row, even if it was
 * delivered repeatedly. `signal_alias` stores every key by which a repeated delivery is recognised.
 * `identity` is the first of these keys; the seen marks in `yours.db` refer to it. `raw` is deleted once the
 * event is merged into the library (`merged` 1). It is retained if the event cannot be merged (`merged` 2) or
 * has no company. `user_note` is the note that the user entered in the service's dashboard; it is not stored
 * in any raw row. `receiver_span` stores the periods in which the receiver was listening. Events outside
 * these periods count as lost, because the specification promises no retries (spec §6.2).
 */
export const signals: Migration = {
  id: 100,
  name: 'signals',
  sql: `
CREATE TABLE signal (
  signal_key INTEGER PRIMARY KEY AUTOINCREMENT,
  identity TEXT NOT NULL,
  key_rule TEXT NOT NULL,
  via TEXT NOT NULL CHECK (via IN ('webhook', 'paste')),
  company_id TEXT,
  company_name TEXT,
  country_name TEXT,
  industry TEXT,
  event TEXT NOT NULL,
  type TEXT,
  subtype TEXT,
  published_at_ms INTEGER,
  sent_at_ms INTEGER,
  received_at_ms INTEGER NOT NULL,
  delivered_at_ms INTEGER NOT NULL,
  deliveries INTEGER NOT NULL,
  round_id TEXT,
  stage TEXT,
  amount_text TEXT,
  amount_value REAL,
  amount_precision TEXT CHECK (amount_precision IN ('exact', 'rounded', 'none')),
  amount_currency TEXT,
  announced_on TEXT,
  icp_match REAL CHECK (icp_match BETWEEN 0 AND 100),
  tracking_status TEXT,
  sample INTEGER NOT NULL CHECK (sample IN (0, 1)),
  merged INTEGER NOT NULL CHECK (merged IN (0, 1, 2)),
  triggers TEXT NOT NULL,
  user_note TEXT,
  raw TEXT
) STRICT;
CREATE INDEX signal_by_time ON signal (received_at_ms DESC, signal_key DESC);
CREATE INDEX signal_by_company ON signal (company_id);
CREATE INDEX signal_heard ON signal (delivered_at_ms) WHERE via = 'webhook';
CREATE INDEX signal_to_merge ON signal (signal_key) WHERE merged = 0;
CREATE INDEX signal_with_text ON signal (received_at_ms) WHERE user_note IS NOT NULL OR raw IS NOT NULL;

CREATE TABLE signal_alias (
  alias TEXT PRIMARY KEY NOT NULL,
  signal_key INTEGER NOT NULL REFERENCES signal (signal_key) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX signal_alias_by_signal ON signal_alias (signal_key);

CREATE TABLE receiver_span (
  span_id INTEGER PRIMARY KEY AUTOINCREMENT,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL
) STRICT;
`,
};
