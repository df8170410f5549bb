import { AppFailure } from '../../../shared/app-failure.ts';
import type { Cost, Lane, Receipt, Screen } from '../../../shared/model/budget.ts';
import { alternativesTo } from '../quota/policy/quota-policy.ts';
import { windowEndMs } from '../quota/policy/windows.ts';
import { storeDetail } from '../library/store-responses.ts';
import { pricedRequest } from './priced-request.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { allowancesLeft, chargedToList } from '../watch/due-refreshes.ts';
import { listsWithRules } from '../watch/watched-lists.ts';

export interface RefreshRequest {
  readonly listId: string;
  readonly companyId: string;
  readonly accepted: Cost;
  readonly screen: Screen;
  /** `interactive` if the user is waiting for it. */
  readonly lane: Extract<Lane, 'interactive' | 'watchlist'>;
}

/**
 * Fetches the profile of a watched company on its list's allowance.
 * @throws AppFailure quota-exhausted with allowance `watchlist`, before sending, if the list's monthly
 * allowance does not cover `accepted`; not-found watchlist if the company is no longer watched; otherwise as
 * Client.company
 */
export type RefreshWatched = (workspace: OpenWorkspace, request: RefreshRequest) => Promise<Receipt>;

/**
 * Requests in progress are counted here because a queued request has no reservation in the ledger. A reserved
 * one is counted twice, which errs on the safe side.
 */
export function createRefreshWatched(): RefreshWatched {
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
    pending.set(listId, waiting + accepted.records);
    try {
      const context = { accepted, screen, lane, ...chargedToList(listId, list.name) };
      const { receipt } = await pricedRequest(workspace, () =>
        workspace.vault.whileFetching((seal) =>
          workspace.client.company(companyId, context, (detail, fetchedAtMs) =>
            storeDetail(workspace.files.cache, seal(), detail, fetchedAtMs),
          ),
        ),
      );
      return receipt;
    } finally {
      pending.set(listId, Math.max(0, (pending.get(listId) ?? 0) - accepted.records));
    }
  };
}

const overAllowance = (nowMs: number): AppFailure =>
  new AppFailure({
    kind: 'quota-exhausted',
    budget: 'month-records',
    resetsAtMs: windowEndMs('month', nowMs),
    alternatives: alternativesTo('month-records', false),
    allowance: 'watchlist',
  });
