import {
  all,
  flag,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';

/*
 * Requests that assistants proposed. A trigger prevents changes to the request, the price and the expiry of a
 * proposal. Only an open proposal can be approved, and only a declined one can become open again.
 */

export interface StoredProposal {
  readonly proposalId: number;
  readonly clientId: string;
  readonly clientName: string;
  /** JSON of the proposed request. */
  readonly request: string;
  readonly companyId: string | null;
  readonly reason: string;
  /** JSON of the cost at the time of the proposal. */
  readonly price: string;
  readonly state: string;
  readonly proposedAtMs: number;
  readonly expiresAtMs: number;
  readonly decidedAtMs: number | null;
  /** JSON of the cost that the user approved. */
  readonly accepted: string | null;
  readonly jobId: number | null;
  /** JSON with the receipt, if there is one; set once the request has succeeded. */
  readonly outcome: string | null;
  /** Whether the proposal was withdrawn because its client was revoked. Its state is then `declined`. */
  readonly isWithdrawn: boolean;
}

const PROPOSAL = `SELECT proposal_id, client_id, client_name, request, company_id, reason, price, state,
  proposed_at_ms, expires_at_ms, decided_at_ms, accepted, job_id, outcome, withdrawn FROM assistant_proposal`;
const proposalOf = (row: SqlRow): StoredProposal => ({
  proposalId: num(row, 'proposal_id'),
  clientId: text(row, 'client_id'),
  clientName: text(row, 'client_name'),
  request: text(row, 'request'),
  companyId: textOrNull(row, 'company_id'),
  reason: text(row, 'reason'),
  price: text(row, 'price'),
  state: text(row, 'state'),
  proposedAtMs: num(row, 'proposed_at_ms'),
  expiresAtMs: num(row, 'expires_at_ms'),
  decidedAtMs: numOrNull(row, 'decided_at_ms'),
  accepted: textOrNull(row, 'accepted'),
  jobId: numOrNull(row, 'job_id'),
  outcome: textOrNull(row, 'outcome'),
  isWithdrawn: flag(row, 'withdrawn'),
});
const firstProposal = (row: SqlRow | null): StoredProposal | null => (row === null ? null : proposalOf(row));

export const proposalById = (db: ReadDb, proposalId: number): StoredProposal | null =>
  firstProposal(get(db, `${PROPOSAL} WHERE proposal_id = :proposalId`, { proposalId }));

/** Returns the approved proposal from which this job was created. */
export const proposalOfJob = (db: ReadDb, jobId: number): StoredProposal | null =>
  firstProposal(get(db, `${PROPOSAL} WHERE job_id = :jobId`, { jobId }));

/** Returns the open proposal for exactly this request, from any client. */
export const openProposalOf = (db: ReadDb, request: string): StoredProposal | null =>
  firstProposal(get(db, `${PROPOSAL} WHERE state = 'open' AND request = :request`, { request }));

/**
 * Returns three kinds of proposals, oldest first: open ones, approved ones whose request has not succeeded
 * yet, and those decided since `sinceMs`. If there are more than `limit`, open proposals take precedence,
 * then newer ones.
 */
export const proposalsSince = (
  db: ReadDb,
  { sinceMs, limit }: { sinceMs: number; limit: number },
): StoredProposal[] =>
  all(
    db,
    `${PROPOSAL} WHERE state IN ('open', 'approved') OR decided_at_ms >= :sinceMs
     ORDER BY state <> 'open', proposal_id DESC LIMIT :limit`,
    { sinceMs, limit },
  )
    .map(proposalOf)
    .sort((a, b) => a.proposalId - b.proposalId);

/** Returns the number of open proposals for each client. Omits clients without open proposals. */
export const openProposalsByClient = (db: ReadDb, limit: number): { clientId: string; count: number }[] =>
  all(
    db,
    `SELECT client_id, count(*) AS n FROM assistant_proposal WHERE state = 'open'
     GROUP BY client_id ORDER BY client_id LIMIT :limit`,
    { limit },
  ).map((row) => ({ clientId: text(row, 'client_id'), count: num(row, 'n') }));

export const countOpenProposals = (db: ReadDb, clientId: string): number =>
  selectCount(
    db,
    `SELECT count(*) AS n FROM assistant_proposal WHERE state = 'open' AND client_id = :clientId`,
    {
      clientId,
    },
  );

export const insertProposal = (
  db: WriteDb,
  proposal: Pick<
    StoredProposal,
    'clientId' | 'clientName' | 'request' | 'companyId' | 'reason' | 'price' | 'proposedAtMs' | 'expiresAtMs'
  >,
): number =>
  run(
    db,
    `INSERT INTO assistant_proposal (client_id, client_name, request, company_id, reason, price, state,
       proposed_at_ms, expires_at_ms)
     VALUES (:clientId, :clientName, :request, :companyId, :reason, :price, 'open', :proposedAtMs, :expiresAtMs)`,
    { ...proposal },
  ).lastId;

export function markApproved(
  db: WriteDb,
  approval: { proposalId: number; accepted: string; jobId: number; atMs: number },
): void {
  run(
    db,
    `UPDATE assistant_proposal SET state = 'approved', accepted = :accepted, job_id = :jobId,
       decided_at_ms = :atMs WHERE proposal_id = :proposalId`,
    approval,
  );
}

export function markDeclined(db: WriteDb, { proposalId, atMs }: { proposalId: number; atMs: number }): void {
  run(
    db,
    `UPDATE assistant_proposal SET state = 'declined', decided_at_ms = :atMs WHERE proposal_id = :proposalId`,
    { proposalId, atMs },
  );
}

/**
 * Reopens a declined proposal, unless it was withdrawn or has expired.
 * @returns whether the proposal is open again
 */
export const reopenDeclined = (
  db: WriteDb,
  { proposalId, nowMs }: { proposalId: number; nowMs: number },
): boolean =>
  run(
    db,
    `UPDATE assistant_proposal SET state = 'open', decided_at_ms = NULL
     WHERE proposal_id = :proposalId AND state = 'declined' AND withdrawn = 0 AND expires_at_ms > :nowMs`,
    { proposalId, nowMs },
  ).changes > 0;

/**
 * Returns the time at which the user last declined a proposal for exactly this request, whichever client made
 * it; null if never.
 */
export function lastDeclinedAtMs(db: ReadDb, request: string): number | null {
  const row = get(
    db,
    `SELECT max(decided_at_ms) AS at_ms FROM assistant_proposal
     WHERE state = 'declined' AND request = :request AND withdrawn = 0`,
    { request },
  );
  return row === null ? null : numOrNull(row, 'at_ms');
}

/** Withdraws every open proposal of a client whose key is revoked. */
export function withdrawOpenOf(db: WriteDb, { clientId, atMs }: { clientId: string; atMs: number }): void {
  run(
    db,
    `UPDATE assistant_proposal SET state = 'declined', withdrawn = 1, decided_at_ms = :atMs
     WHERE state = 'open' AND client_id = :clientId`,
    { clientId, atMs },
  );
}

/**
 * Marks open proposals as expired once their expiry time has passed. Because this state is stored, the
 * proposals are not reopened if the clock is set back.
 * @returns the number of proposals marked
 */
export const expireProposals = (db: WriteDb, nowMs: number): number =>
  run(
    db,
    `UPDATE assistant_proposal SET state = 'expired', decided_at_ms = expires_at_ms
     WHERE state = 'open' AND expires_at_ms <= :nowMs`,
    { nowMs },
  ).changes;

/** Stores the result of an approved request. Does nothing if the job was not created from a proposal. */
export function endProposalOfJob(db: WriteDb, end: { jobId: number; outcome: string }): void {
  run(
    db,
    `UPDATE assistant_proposal SET state = 'ended', outcome = :outcome
     WHERE job_id = :jobId AND state = 'approved'`,
    end,
  );
}

export function deleteProposalsOf(db: WriteDb, companyId: string): void {
  run(db, 'DELETE FROM assistant_proposal WHERE company_id = :companyId', { companyId });
}

export function deleteAllProposals(db: WriteDb): void {
  run(db, 'DELETE FROM assistant_proposal');
}

/** Deletes proposals that were decided or expired before `beforeMs`. */
export function pruneProposals(db: WriteDb, beforeMs: number): void {
  run(db, `DELETE FROM assistant_proposal WHERE state <> 'open' AND decided_at_ms < :beforeMs`, { beforeMs });
}
