import type { Migration } from '../../migrate.ts';

/*
 * Usage per lane and UTC day of server time, for spending caps, pacing and history. The transaction that
 * settles a request also updates these sums, so the whole ledger need not be read to price a request. If the
 * response to a request was lost, the request counts on the day of its reservation. The lane `others` holds
 * the usage by other devices, derived from `/stats`.
 */
export const daysAndAllowances: Migration = {
  id: 30,
  name: 'days-and-allowances',
  sql: `
CREATE TABLE day_use (
  epoch INTEGER NOT NULL,
  day_ms INTEGER NOT NULL,
  lane TEXT NOT NULL,
  requests INTEGER NOT NULL,
  records INTEGER NOT NULL,
  page_turns INTEGER NOT NULL,
  PRIMARY KEY (epoch, day_ms, lane)
) STRICT, WITHOUT ROWID;
INSERT INTO day_use (epoch, day_ms, lane, requests, records, page_turns)
  SELECT epoch, day_ms, lane, SUM(requests), SUM(records), SUM(page_turns) FROM (
    SELECT epoch, COALESCE(lane, 'others') AS lane,
      (CASE WHEN state = 'spent' THEN COALESCE(completed_ms, at_ms) ELSE at_ms END) / 86400000 * 86400000 AS day_ms,
      CASE WHEN state = 'unknown' THEN reserved_requests ELSE cost_requests END AS requests,
      CASE WHEN state = 'unknown' THEN reserved_records ELSE cost_records END AS records,
      CASE WHEN state = 'unknown' THEN reserved_page_turns ELSE cost_page_turns END AS page_turns
    FROM entry WHERE state IN ('spent', 'unknown', 'other-device')
  ) GROUP BY epoch, day_ms, lane;

CREATE TABLE allowance (
  scope TEXT PRIMARY KEY NOT NULL,
  records INTEGER NOT NULL CHECK (records >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE learned_cost (
  endpoint TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('requests', 'records', 'page-turns')),
  assumed INTEGER NOT NULL,
  learned INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (endpoint, unit)
) STRICT, WITHOUT ROWID;

CREATE INDEX entry_at ON entry (at_ms);
ALTER TABLE entry ADD COLUMN refused_allowance TEXT;
CREATE TRIGGER entry_allowance_is_kept BEFORE UPDATE OF refused_allowance ON entry
WHEN NEW.refused_allowance IS NOT OLD.refused_allowance
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;
`,
};
