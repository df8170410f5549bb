import { AppFailure } from '../../../shared/app-failure.ts';
import type { Cost, Lane, Receipt, Screen } from '../../../shared/model/budget.ts';
import { windowEndMs } from '../quota/windows.ts';
import { storeDetail } from '../library/store.ts';
import { paidCall } from '../services/priced-call.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { allowancesLeft, reasonOfList } from './due.ts';
import { listsWithRules } from './watched.ts';

export interface RefreshRequest {
  readonly listId: string;
  readonly companyId: string;
  readonly accepted: Cost;
  readonly screen: Screen;
  /** `interactive` where the seller waits for it. */
  readonly lane: Extract<Lane, 'interactive' | 'watchlist'>;
}

/**
 * Fetches the profile of a watched company on its list's account.
 * @throws AppFailure quota-exhausted with allowance `watchlist`, sending nothing, where the list's allowance of this month does not
 * cover `accepted`; not-found watchlist where it is not watched any more; else as Client.company
 */
export type RefreshWatched = (workspace: OpenWorkspace, request: RefreshRequest) => Promise<Receipt>;

/** Breaks the guarantee to prove that the tests find it. Tests only. */
export type RefreshDefect = 'under-way-not-counted';

/**
 * What is under way is counted here, not by the ledger: a call that waits in the queue has no reservation yet. The ledger's own
 * reservations count as well, so that two at once are counted too often rather than too seldom.
 */
export function createRefreshWatched(plantedDefect?: RefreshDefect): RefreshWatched {
  const underWay = new WeakMap<OpenWorkspace, Map<string, number>>();
  return async (workspace, { listId, companyId, accepted, screen, lane }) => {
    const nowMs = workspace.governor.serverNowMs();
    const list = listsWithRules(workspace.files.yours).find((each) => String(each.listId) === listId);
    if (list?.watched !== true) throw new AppFailure({ kind: 'not-found', what: 'watchlist' });
    const pending = underWay.get(workspace) ?? new Map<string, number>();
    underWay.set(workspace, pending);
    const waiting = pending.get(listId) ?? 0;
    const left = (allowancesLeft(workspace.files, nowMs).get(listId) ?? 0) - waiting;
    if (accepted.records > left) throw overAllowance(nowMs);
    if (plantedDefect !== 'under-way-not-counted') pending.set(listId, waiting + accepted.records);
    try {
      const reason = reasonOfList(listId, list.name);
      const { receipt } = await paidCall(workspace, () =>
        workspace.vault.whileFetching((seal) =>
          workspace.client.company(companyId, { accepted, screen, reason, lane }, (detail, fetchedAtMs) =>
            storeDetail(workspace.files.cache, seal(), detail, fetchedAtMs),
          ),
        ),
      );
      return receipt;
    } finally {
      if (plantedDefect !== 'under-way-not-counted')
        pending.set(listId, Math.max(0, (pending.get(listId) ?? 0) - accepted.records));
    }
  };
}

const overAllowance = (nowMs: number): AppFailure =>
  new AppFailure({
    kind: 'quota-exhausted',
    budget: 'month-records',
    resetsAtMs: windowEndMs('month', nowMs),
    alternatives: ['read-library', 'wait'],
    allowance: 'watchlist',
  });
