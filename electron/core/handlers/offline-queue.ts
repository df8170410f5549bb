import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { OfflineCall } from '../../../shared/contract/offline.ts';
import type { OfflineRequest } from '../../../shared/model/offline.ts';
import { savedSearchById } from '../database/queries/yours/saved-searches.ts';
import { companyNameOf } from '../library/company-view.ts';
import { clip } from '../foundation/clip-text.ts';
import { addCall, approveNewPrice, cancelCall, shownCalls, type QueuedCall } from '../jobs/offline-queue.ts';
import { priceOfQueued, type QueuePriceParts } from '../jobs/queued-price.ts';
import type { WorkspaceJobs } from '../jobs/workspace-jobs.ts';
import { requireSearch } from '../user-data/saved-searches.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createOfflineHandlers(
  workspaces: Workspaces,
  publish: Publish,
  jobs: () => WorkspaceJobs,
): Handlers['offline'] {
  /**
   * Resumes the waiting requests without first checking the network or the key. The first request then shows
   * whether both are available again.
   */
  const tryNow = (): void => {
    jobs().runner.resume(['network', 'turn', 'key'], 'queue');
  };
  const publishChanged = (): void => {
    publish('offline', 'onChanged', {});
    // If the changed request comes from an approved proposal, the state of the proposal has changed too.
    publish('proposals', 'onChanged', {});
  };
  const changed = (): Record<string, never> => {
    publishChanged();
    tryNow();
    return {};
  };
  return {
    list: () => {
      const workspace = workspaces.current();
      return { calls: shownCalls(workspace.files.ledger).map((call) => queuedCallView(workspace, call)) };
    },
    add: async ({ ask, accepted, screen }) => {
      const { files, governor, spending } = workspaces.current();
      if (ask.kind === 'saved-search') requireSearch(files.yours, ask.searchId);
      await spending.admit(accepted.records);
      const callId = addCall(files.ledger, { ask, accepted, screen, requestedAtMs: governor.serverNowMs() });
      changed();
      return { id: String(callId) };
    },
    accept: async ({ id, accepted }) => {
      const { files, spending } = workspaces.current();
      await spending.admit(accepted.records);
      approveNewPrice(files.ledger, id, accepted);
      return changed();
    },
    cancel: ({ id }) => {
      const { files, governor } = workspaces.current();
      const cancelled = cancelCall(files.ledger, id, governor.serverNowMs());
      publishChanged();
      return { cancelled };
    },
    tryNow: () => {
      const { connection } = workspaces.current();
      if (['offline', 'failing'].includes(connection.current().state)) connection.reset();
      tryNow();
      return {};
    },
  };
}

function queuedCallView(parts: QueuePriceParts, { callId, waitReason: _, ...call }: QueuedCall): OfflineCall {
  const about = clip(aboutOf(parts, call.ask), 500);
  const now = call.state === 'done' ? null : priceOfQueued(parts, call);
  return { ...call, id: String(callId), about, now };
}

function aboutOf({ files: { cache, yours } }: Pick<QueuePriceParts, 'files'>, ask: OfflineRequest): string {
  if ('companyId' in ask) return companyNameOf(cache, yours, ask.companyId);
  return ask.kind === 'saved-search' ? (savedSearchById(yours, Number(ask.searchId))?.name ?? '') : '';
}
