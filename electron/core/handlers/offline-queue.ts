import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import type { OfflineCall } from '../../../shared/contract/offline.ts';
import type { OfflineAsk } from '../../../shared/model/offline.ts';
import { describeCall } from '../service-api/endpoints.ts';
import { savedSearchById } from '../database/queries/yours/saved-searches.ts';
import { companyNameOf } from '../library/company-view.ts';
import { clip } from '../foundation/fold-diacritics.ts';
import {
  addCall,
  cancelCall,
  queuedCalls,
  approveNewPrice,
  type StoredQueuedCall,
} from '../jobs/offline-queue.ts';
import { findGap, gapView } from '../day-plan/gap.ts';
import { planPartsOf } from '../day-plan/workspace-plan-inputs.ts';
import { queuedCall } from '../fetching/queued-request.ts';
import type { OfflineRunner } from '../jobs/offline-runner.ts';
import { requireSearch } from '../user-data/saved-searches.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createOfflineHandlers(
  workspaces: Workspaces,
  publish: Publish,
  runner: OfflineRunner,
): Handlers['offline'] {
  const changed = (): Record<string, never> => {
    publish('offline', 'onChanged', {});
    runner.kick();
    return {};
  };
  return {
    list: () => {
      const workspace = workspaces.current();
      return { calls: queuedCalls(workspace.files.ledger).map((call) => queuedCallView(workspace, call)) };
    },
    add: ({ ask, accepted, screen }) => {
      const { files, governor } = workspaces.current();
      if (ask.kind === 'saved-search') requireSearch(files.yours, ask.searchId);
      const callId = addCall(files.ledger, { ask, accepted, screen, askedAtMs: governor.serverNowMs() });
      changed();
      return { id: String(callId) };
    },
    accept: ({ id, accepted }) => {
      approveNewPrice(workspaces.current().files.ledger, id, accepted);
      return changed();
    },
    cancel: ({ id }) => {
      const cancelled = cancelCall(workspaces.current().files.ledger, id);
      publish('offline', 'onChanged', {});
      return { cancelled };
    },
    tryNow: () => {
      const { connection } = workspaces.current();
      // The next request finds out whether the network is back.
      if (connection.current().state === 'offline') connection.reset();
      runner.kick();
      return {};
    },
  };
}

type QueueParts = Pick<OpenWorkspace, 'files' | 'governor' | 'hints' | 'vault'>;

function queuedCallView(workspace: QueueParts, { callId, ...call }: StoredQueuedCall): OfflineCall {
  const about = clip(aboutOf(workspace, call.ask), 500);
  return { ...call, id: String(callId), about, now: priceOf(workspace, call) };
}

function aboutOf({ files: { cache, yours } }: Pick<QueueParts, 'files'>, ask: OfflineAsk): string {
  if ('companyId' in ask) return companyNameOf(cache, yours, ask.companyId);
  return ask.kind === 'saved-search' ? (savedSearchById(yours, Number(ask.searchId))?.name ?? '') : '';
}

/** Null if the request is done or can no longer be made. */
function priceOf(workspace: QueueParts, { ask, state }: Omit<StoredQueuedCall, 'callId'>): Preview | null {
  const { governor, hints } = workspace;
  if (state === 'done') return null;
  try {
    if (ask.kind === 'catch-up') return priceOfGap(workspace);
    const call = queuedCall(workspace.files.yours, ask, governor.serverNowMs());
    return call === null ? null : governor.preview(describeCall(call, hints));
  } catch {
    // An id or query that must not be sent.
    return null;
  }
}

/** Null if nothing is missing any more. */
function priceOfGap(workspace: QueueParts): Preview | null {
  const parts = planPartsOf(workspace);
  const gap = findGap(parts);
  return gap === null ? null : gapView(parts, gap).preview;
}
