import { deleteQueuedOf, deleteUndoneQueued, jobsOfCompany } from '../database/queries/ledger/jobs.ts';
import { deleteAllProposals, deleteProposalsOf } from '../database/queries/ledger/proposals.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { stopRuns } from './approved-plans.ts';
import { JOB_STATES } from './job-states.ts';
import { cancelJob, stateOf } from './job-store.ts';

/**
 * Removes the jobs that would fetch an erased company again, and the assistants' proposals about it. A request
 * that is already running completes.
 */
export function removeJobsOf(ledger: WriteDb, companyId: string, atMs: number): void {
  transaction(ledger, () => {
    deleteProposalsOf(ledger, companyId);
    deleteQueuedOf(ledger, companyId);
    for (const job of jobsOfCompany(ledger, companyId))
      if (JOB_STATES[stateOf(job)].isOpen && stateOf(job) !== 'running') cancelJob(ledger, job, 'user', atMs);
  });
}

/**
 * Ends all runs and removes the requests in the offline queue and the assistants' proposals, because these
 * would fetch the deleted data again. Completed requests stay.
 */
export function removeOpenJobs(ledger: WriteDb, atMs: number): void {
  transaction(ledger, () => {
    for (const by of ['seller', 'rule'] as const) stopRuns(ledger, by, atMs);
    deleteUndoneQueued(ledger);
    deleteAllProposals(ledger);
  });
}
