import type { Migration } from '../../migrate.ts';

/*
 * `list_id` is the watched list whose monthly allowance pays for a request. Older rows contain it only in
 * `reason`: `Watched list NAME (ID)`, followed by `, retry N` for a retry. The reason is parsed from its end,
 * because a name may contain any character. It is parsed as bytes, because SQL text functions stop at a NUL
 * character. The trigger is the same as in migration 70 except for the new column.
 */
export const listOfRequest: Migration = {
  id: 80,
  name: 'list-of-request',
  sql: `
DROP TRIGGER entry_only_settles;
ALTER TABLE entry ADD COLUMN list_id TEXT;

WITH
  attempt (id, reason, stem) AS (
    SELECT id, CAST(reason AS BLOB), CAST(rtrim(reason, '0123456789') AS BLOB)
    FROM entry WHERE reason LIKE 'Watched list %'
  ),
  named (id, reason) AS (
    SELECT id, CASE WHEN stem <> reason AND substr(stem, -9) = CAST('), retry ' AS BLOB)
      THEN substr(stem, 1, length(stem) - 8) ELSE reason END
    FROM attempt
  ),
  unclosed (id, reason) AS (
    SELECT id, substr(reason, 1, length(reason) - 1)
    FROM named WHERE substr(reason, -1) = CAST(')' AS BLOB)
  ),
  paid (id, reason, stem) AS (
    SELECT id, reason, CAST(rtrim(reason, '0123456789') AS BLOB) FROM unclosed
  )
UPDATE entry SET list_id = CAST(substr(paid.reason, length(paid.stem) + 1) AS TEXT)
FROM paid
WHERE paid.id = entry.id AND paid.stem <> paid.reason AND substr(paid.stem, -1) = CAST('(' AS BLOB);

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
  AND NEW.list_id IS OLD.list_id
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
