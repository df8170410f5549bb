import type { Migration } from '../../migrate.ts';

/*
 * `withdrawn` distinguishes proposals that ended because their client was revoked from those that the user
 * declined. Both have the state `declined`.
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
