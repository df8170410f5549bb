import type { Migration } from '../../migrate.ts';

/*
 * A proposal has the state `declined` in two cases: the user declined it, or it ended because its client was
 * revoked. `withdrawn` marks the second case.
 */
export const withdrawnProposals: Migration = {
  id: 170,
  name: 'withdrawn-proposals',
  sql: `
ALTER TABLE assistant_proposal ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0
  CHECK (withdrawn = 0 OR state = 'declined');
CREATE INDEX assistant_proposal_by_request ON assistant_proposal (request) WHERE state = 'declined';
`,
};
