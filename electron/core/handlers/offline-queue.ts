import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { Preview, Screen } from '../../../shared/model/budget.ts';
import type { OfflineCall } from '../../../shared/contract/offline.ts';
import type { OfflineRequest } from '../../../shared/model/offline.ts';
import { questionOf } from '../../../shared/list-query.ts';
import { priceOfSearch } from '../search-coverage/search-price.ts';
import { describeCall } from '../service-api/endpoints.ts';
import { savedSearchById } from '../database/queries/yours/saved-searches.ts';
import { companyNameOf } from '../library/company-view.ts';
import { clip } from '../foundation/clip-text.ts';
import { addCall, cancelCall, queuedCalls, approveNewPrice, type QueuedCall } from '../jobs/offline-queue.ts';
import { findGap, priceOfPages } from '../day-plan/find-gap.ts';
import { planPartsOf } from '../day-plan/workspace-plan-inputs.ts';
import { queuedCall } from '../fetching/queued-request.ts';
import type { WorkspaceJobs } from '../jobs/workspace-jobs.ts';
import { requireSearch } from '../user-data/saved-searches.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createOfflineHandlers(
  workspaces: Workspaces,
  publish: Publish,
  jobs: () => WorkspaceJobs,
): Handlers['offline'] {
  /**
   * Resumes the waiting requests without checking the network or the key first. The first request shows
   * whether the network and the key are available again.
   */
  const tryNow = (): void => {
    jobs().runner.resume(['network', 'turn', 'key'], 'queue');
  };
  const changed = (): Record<string, never> => {
    publish('offline', 'onChanged', {});
    tryNow();
    return {};
  };
  return {
    list: () => {
      const workspace = workspaces.current();
      return { calls: queuedCalls(workspace.files.ledger).map((call) => queuedCallView(workspace, call)) };
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
      publish('offline', 'onChanged', {});
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

type QueueParts = Pick<OpenWorkspace, 'files' | 'governor' | 'hints' | 'vault'>;

function queuedCallView(workspace: QueueParts, { callId, ...call }: QueuedCall): OfflineCall {
  const about = clip(aboutOf(workspace, call.ask), 500);
  return { ...call, id: String(callId), about, now: priceOf(workspace, call) };
}

function aboutOf({ files: { cache, yours } }: Pick<QueueParts, 'files'>, ask: OfflineRequest): string {
  if ('companyId' in ask) return companyNameOf(cache, yours, ask.companyId);
  return ask.kind === 'saved-search' ? (savedSearchById(yours, Number(ask.searchId))?.name ?? '') : '';
}

/** Returns the current price of a request, or null if the request is done or can no longer be sent. */
function priceOf(workspace: QueueParts, { ask, state, screen }: Omit<QueuedCall, 'callId'>): Preview | null {
  const { files, governor, hints } = workspace;
  if (state === 'done') return null;
  try {
    if (ask.kind === 'catch-up') return priceOfGap(workspace, screen);
    const call = queuedCall(files.yours, ask, governor.serverNowMs());
    if (call === null) return null;
    const question = questionOf(call);
    return question === null
      ? governor.preview(describeCall(call, hints), screen)
      : priceOfSearch(question, { cache: files.cache, governor, hints, screen });
  } catch {
    // The request contains an invalid id or query.
    return null;
  }
}

/** Returns the price of catching up, or null if there is no longer a gap. */
function priceOfGap(workspace: QueueParts, screen: Screen): Preview | null {
  const parts = planPartsOf(workspace);
  const gap = findGap(parts);
  return gap === null ? null : priceOfPages(parts, gap, screen);
}
