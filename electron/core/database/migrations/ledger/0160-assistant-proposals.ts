import type { Migration } from '../../migrate.ts';

/*
 * Requests that assistants proposed. They are in `ledger.db` so an approval and its background request are
 * stored in one transaction. `request` is the JSON of an `OfflineRequest`; `price` and `accepted` are the
 * JSON of a cost. A proposal's request, price and expiry never change, and a proposal is approved at most
 * once. `outcome` is copied from the background request, whose row may be deleted before the proposal's row.
 */
export const assistantProposals: Migration = {
  id: 160,
  name: 'assistant-proposals',
  sql: `
CREATE TABLE assistant_proposal (
  proposal_id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  request TEXT NOT NULL,
  company_id TEXT,
  reason TEXT NOT NULL,
  price TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'approved', 'declined', 'expired', 'ended')),
  proposed_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  decided_at_ms INTEGER,
  accepted TEXT,
  job_id INTEGER,
  outcome TEXT,
  CHECK ((state IN ('approved', 'ended')) = (job_id IS NOT NULL AND accepted IS NOT NULL)),
  CHECK ((state = 'open') = (decided_at_ms IS NULL)),
  CHECK ((state = 'ended') = (outcome IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX assistant_proposal_open ON assistant_proposal (request) WHERE state = 'open';
CREATE UNIQUE INDEX assistant_proposal_job ON assistant_proposal (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX assistant_proposal_by_company ON assistant_proposal (company_id) WHERE company_id IS NOT NULL;

CREATE TRIGGER assistant_proposal_only_ends BEFORE UPDATE ON assistant_proposal
WHEN NOT (
  (
    (OLD.state = 'open' AND NEW.state IN ('approved', 'declined', 'expired'))
    OR (OLD.state = 'approved' AND NEW.state = 'ended' AND NEW.job_id = OLD.job_id
      AND NEW.accepted = OLD.accepted)
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
