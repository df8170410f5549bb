import type { Handlers, Publish } from '../../../shared/contract.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import type { OfflineAsk, OfflineCall } from '../../../shared/model/offline.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { questionAt } from '../../../shared/search-dates.ts';
import { describeCall } from '../api/endpoints.ts';
import { savedSearchById } from '../db/queries/saved-searches.ts';
import { companyNameOf } from '../library/company-view.ts';
import { clip } from '../library/fold.ts';
import { addCall, cancelCall, keptCalls, takeWord, type KeptCall } from '../offline/offline-calls.ts';
import { findGap, gapView } from '../plan/gap.ts';
import { planPartsOf } from '../plan/plan-parts.ts';
import type { OfflineRunner } from '../offline/runner.ts';
import { readKept, requireSearch } from '../words/saved-searches.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createOfflineService(
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
      return { calls: keptCalls(workspace.files.ledger).map((call) => told(workspace, call)) };
    },
    add: ({ ask, accepted, screen }) => {
      const { files, governor } = workspaces.current();
      if (ask.kind === 'saved-search') requireSearch(files.yours, ask.searchId);
      const callId = addCall(files.ledger, { ask, accepted, screen, askedAtMs: governor.serverNowMs() });
      changed();
      return { id: String(callId) };
    },
    accept: ({ id, accepted }) => {
      takeWord(workspaces.current().files.ledger, id, accepted);
      return changed();
    },
    cancel: ({ id }) => {
      const cancelled = cancelCall(workspaces.current().files.ledger, id);
      publish('offline', 'onChanged', {});
      return { cancelled };
    },
    tryNow: () => {
      const { connection } = workspaces.current();
      // Whether it is back is not known until something is asked.
      if (connection.current().state === 'offline') connection.reset();
      runner.kick();
      return {};
    },
  };
}

function told(workspace: OpenWorkspace, { callId, ...call }: KeptCall): OfflineCall {
  const about = clip(aboutOf(workspace, call.ask), 500);
  return { ...call, id: String(callId), about, now: priceOf(workspace, call) };
}

function aboutOf({ files: { cache, yours } }: OpenWorkspace, ask: OfflineAsk): string {
  if ('companyId' in ask) return companyNameOf(cache, yours, ask.companyId);
  return ask.kind === 'saved-search' ? (savedSearchById(yours, Number(ask.searchId))?.name ?? '') : '';
}

/** Null where it cannot be asked any more; of what is done nobody asks. */
function priceOf(workspace: OpenWorkspace, { ask, state }: Omit<KeptCall, 'callId'>): Preview | null {
  const { governor, hints } = workspace;
  if (state === 'done') return null;
  try {
    if (ask.kind === 'catch-up') return priceOfGap(workspace);
    const call = pricedCallOf(workspace, ask);
    return call === null ? null : governor.preview(describeCall(call, hints));
  } catch {
    // An id or a question that must not be sent.
    return null;
  }
}

/** Null where nothing is missing any more. */
function priceOfGap(workspace: OpenWorkspace): Preview | null {
  const parts = planPartsOf(workspace);
  const gap = findGap(parts);
  return gap === null ? null : gapView(parts, gap).preview;
}

function pricedCallOf(
  { files, governor }: OpenWorkspace,
  ask: Exclude<OfflineAsk, { kind: 'catch-up' }>,
): PricedCall | null {
  switch (ask.kind) {
    case 'profile':
      return { endpoint: 'company', companyId: ask.companyId };
    case 'people':
      return { endpoint: 'contacts', companyId: ask.companyId };
    case 'panel':
      return { endpoint: ask.panel, companyId: ask.companyId };
    case 'roles':
      return { endpoint: 'open-roles', companyId: ask.companyId, query: ask.query };
    case 'search':
      return listCall(ask.question);
    case 'saved-search': {
      const stored = savedSearchById(files.yours, Number(ask.searchId));
      const kept = stored === null ? null : readKept(stored.question);
      return kept === null ? null : listCall(questionAt(kept, governor.serverNowMs()));
    }
  }
}

const listCall = (question: ReturnType<typeof questionAt>): PricedCall =>
  question.list === 'fundings'
    ? { endpoint: question.list, query: question.query }
    : { endpoint: question.list, query: question.query };
