import type { Publish } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { QueuedRequest } from '../fetching/queued-request.ts';
import type { JobPerformer } from './job-runner.ts';
import type { JobEnd } from './job-store.ts';
import { readQueued } from './offline-queue.ts';

interface QueuePerformerParts {
  /** Sends a request unless it costs more than the accepted price. */
  readonly perform: (request: QueuedRequest) => Promise<Receipt>;
  readonly publish: Publish;
  /** Returns the name of the assistant that proposed a job's request; null if the user made the request. */
  readonly proposer: (jobId: number) => string | null;
}

/**
 * Creates the performer for jobs in the offline queue. The network is not tested separately: the first job
 * that is sent shows whether the network is back. If the network is still down, the job costs nothing.
 */
export function createQueuePerformer({ perform, publish, proposer }: QueuePerformerParts): JobPerformer {
  const changed = (): void => {
    publish('offline', 'onChanged', {});
    // If the job is an approved proposal, the proposal's state has changed too.
    publish('proposals', 'onChanged', {});
  };
  return {
    prepare: (stored) => {
      const request = readQueued(stored);
      if (request === null) return { state: 'cancelled' };
      const assistant = proposer(stored.jobId);
      const send = async (): Promise<JobEnd> => {
        const receipt = await perform(
          assistant === null ? request : { ...request, reason: `Proposal: ${assistant}` },
        );
        return { state: 'done', spent: receipt.cost, receipt };
      };
      return { call: null, isSeveral: request.ask.kind === 'catch-up', send };
    },
    beforeNext: () => undefined,
    begun: () => undefined,
    ended: (stored, { receipt }) => {
      changed();
      const request = readQueued(stored);
      if (receipt !== undefined && request !== null)
        publish('offline', 'onDone', {
          id: String(stored.jobId),
          ask: request.ask,
          receipt,
          assistant: proposer(stored.jobId),
        });
    },
    changed,
    showProgress: () => ({ ended: () => undefined, end: () => undefined }),
  };
}
