import type { Migration } from '../../migrate.ts';

/*
 * Lets the user undo the decline of a proposal. The proposal then waits again, with the same request, price,
 * reason and expiry. A withdrawn proposal never waits again, because its client was revoked.
 */
export const undoneDeclines: Migration = {
  id: 180,
  name: 'undone-declines',
  sql: `
DROP TRIGGER assistant_proposal_only_ends;
CREATE TRIGGER assistant_proposal_only_ends BEFORE UPDATE ON assistant_proposal
WHEN NOT (
  (
    (OLD.state = 'open' AND NEW.state IN ('approved', 'declined', 'expired'))
    OR (OLD.state = 'approved' AND NEW.state = 'ended' AND NEW.job_id = OLD.job_id
      AND NEW.accepted = OLD.accepted)
    OR (OLD.state = 'declined' AND OLD.withdrawn = 0 AND NEW.state = 'open')
  )
  AND NEW.proposal_id = OLD.proposal_id
  AND NEW.client_id = OLD.client_id
  AND NEW.request = OLD.request
  AND NEW.reason = OLD.reason
  AND NEW.price = OLD.price
  AND NEW.proposed_at_ms = OLD.proposed_at_ms
  AND NEW.expires_at_ms = OLD.expires_at_ms
)
BEGIN
  SELECT RAISE(ABORT, 'a proposal only ends');
END;
`,
};
