import type { Migration } from '../../migrate.ts';

/*
 * Replaces the trigger of migration 10 with one that allows one more change. If a request's result is unknown
 * and server time was not known when the request was sent, the interval in which it was sent may be set. The
 * request's state stays `unknown`.
 */
export const lostCallsArePlaced: Migration = {
  id: 70,
  name: 'lost-calls-are-placed',
  sql: `
DROP TRIGGER entry_only_settles;
CREATE TRIGGER entry_only_settles BEFORE UPDATE ON entry
WHEN NOT (
  (
    (OLD.state = 'reserved' AND NEW.state IN ('spent', 'released', 'unknown'))
    OR (OLD.state = 'unknown' AND NEW.state IN ('spent', 'released'))
    OR (
      OLD.state = 'unknown' AND NEW.state = 'unknown'
      AND NEW.status IS OLD.status AND NEW.duration_ms IS OLD.duration_ms AND NEW.detail IS OLD.detail
      AND NEW.cost_requests IS NULL
    )
  )
  AND NEW.id = OLD.id
  AND NEW.epoch = OLD.epoch
  AND NEW.key_epoch = OLD.key_epoch
  AND NEW.at_ms = OLD.at_ms
  AND NEW.wall_ms = OLD.wall_ms
  AND NEW.endpoint IS OLD.endpoint
  AND NEW.call = OLD.call
  AND NEW.company_id IS OLD.company_id
  AND NEW.screen = OLD.screen
  AND NEW.reason = OLD.reason
  AND NEW.lane IS OLD.lane
  AND NEW.accepted_requests = OLD.accepted_requests
  AND NEW.accepted_records = OLD.accepted_records
  AND NEW.accepted_page_turns = OLD.accepted_page_turns
  AND NEW.accepted_companies = OLD.accepted_companies
  AND NEW.reserved_requests = OLD.reserved_requests
  AND NEW.reserved_records = OLD.reserved_records
  AND NEW.reserved_page_turns = OLD.reserved_page_turns
  AND NEW.reserved_companies = OLD.reserved_companies
  AND NEW.refused_budget IS OLD.refused_budget
)
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;
`,
};
