import type { AssistantLogRow, ProposalState } from '../../../shared/model/assistants/assistants.ts';
import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import { receiptSchema } from '../../../shared/model/budget.ts';
import { jobById } from '../database/queries/ledger/jobs.ts';
import { proposalById, type StoredProposal } from '../database/queries/ledger/proposals.ts';
import type { ReadDb } from '../database/sql.ts';
import { parsedJson, stateOf } from '../jobs/job-store.ts';

/**
 * Returns the current outcome of the proposal that a logged call made or queried; null if the proposal is no
 * longer stored. A proposal that is newer than the call is a different proposal with the same id, because ids
 * start again at 1 in a new `ledger.db`.
 */
export function proposalOutcome(
  ledger: ReadDb,
  id: number,
  call: { readonly clientId: string; readonly atMs: number },
): AssistantLogRow['proposal'] {
  const stored = proposalById(ledger, id);
  if (stored === null || stored.clientId !== call.clientId) return null;
  if (stored.proposedAtMs > call.atMs) return null;
  const records = receiptIn(stored.outcome)?.cost.records ?? null;
  return { state: shownState(ledger, stored), records };
}

/** Returns the state that the user and the client see. */
export function shownState(ledger: ReadDb, { state, jobId, isWithdrawn }: StoredProposal): ProposalState {
  if (isWithdrawn) return 'withdrawn';
  if (state === 'open' || state === 'declined' || state === 'expired') return state;
  if (state === 'ended') return 'done';
  const job = jobId === null ? null : jobById(ledger, jobId);
  // The request is no longer in the offline queue, for example because the user removed it.
  if (job === null) return 'declined';
  const jobState = stateOf(job);
  if (jobState === 'unknown' || jobState === 'failed' || jobState === 'done') return jobState;
  return jobState === 'waiting' && job.reason === 'price' ? 'failed' : 'running';
}

/** Returns the receipt in a stored outcome; null if the request was not made. */
export const receiptIn = (outcome: string | null): AssistantProposal['receipt'] => {
  const found = parsedJson(outcome);
  if (typeof found !== 'object' || found === null || !('receipt' in found)) return null;
  return receiptSchema.safeParse(found.receipt).data ?? null;
};
