import type { Publish } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { QueuedRequest } from '../fetching/queued-request.ts';
import type { JobPerformer } from './job-runner.ts';
import type { JobEnd } from './job-store.ts';
import { readQueued } from './offline-queue.ts';

export interface QueuePerformerParts {
  /** Makes a request at its accepted price. */
  readonly perform: (request: QueuedRequest) => Promise<Receipt>;
  readonly publish: Publish;
}

/**
 * Performs the requests of the offline queue. The first request itself detects that the network is back: an unsent
 * request is free, and the app never probes the service.
 */
export function createQueuePerformer({ perform, publish }: QueuePerformerParts): JobPerformer {
  const changed = (): void => publish('offline', 'onChanged', {});
  return {
    prepare: (stored) => {
      const request = readQueued(stored);
      if (request === null) return { state: 'cancelled' };
      const send = async (): Promise<JobEnd> => {
        const receipt = await perform(request);
        return { state: 'done', spent: receipt.cost, receipt };
      };
      return { call: null, isSeveral: request.ask.kind === 'catch-up', send };
    },
    beforeNext: () => undefined,
    begun: () => undefined,
    ended: ({ jobId }, { receipt }) => {
      changed();
      if (receipt !== undefined) publish('offline', 'onDone', { id: String(jobId), receipt });
    },
    changed,
    showProgress: () => ({ ended: () => undefined, end: () => undefined }),
  };
}
