import { AppFailure } from '../../../shared/app-failure.ts';
import type { Cost, Lane, Receipt, Screen } from '../../../shared/model/budget.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { alternativesTo } from '../quota/policy/quota-policy.ts';
import { windowEndMs } from '../quota/policy/windows.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { allowancesLeft, chargedToList } from '../watch/due-refreshes.ts';
import { listsWithRules } from '../watch/watched-lists.ts';
import { runPricedRequest, type RequestParts } from './priced-request.ts';

interface RefreshRequest {
  readonly listId: string;
  readonly companyId: string;
  readonly accepted: Cost;
  readonly screen: Screen;
  /** `interactive` if the user is waiting for the response. */
  readonly lane: Extract<Lane, 'interactive' | 'watchlist'>;
}

interface RefreshParts extends RequestParts {
  readonly files: { readonly cache: WriteDb; readonly yours: ReadDb; readonly ledger: ReadDb };
  readonly governor: Pick<Governor, 'stampMs' | 'latestPossibleMs' | 'serverNowMs'>;
}

/**
 * Fetches the profile of a watched company and charges it to the monthly allowance of its list.
 * @throws AppFailure `quota-exhausted` with allowance `watchlist` if the list's allowance does not cover
 * `accepted`, and `not-found` (`watchlist`) if the list is no longer watched. In both cases, nothing is sent.
 * Also throws the errors of runPricedRequest.
 */
export type RefreshWatched = (parts: RefreshParts, request: RefreshRequest) => Promise<Receipt>;

/**
 * Requests in progress are also counted in memory, because a request in the governor's queue has no
 * reservation in the ledger yet. Once the request has a reservation, its records are counted twice. A request
 * may therefore be refused too early, but the allowance is never exceeded.
 */
export function createRefreshWatched(): RefreshWatched {
  const recordsByLedger = new WeakMap<ReadDb, Map<string, number>>();
  return async (parts, { listId, companyId, accepted, screen, lane }) => {
    const { files, governor } = parts;
    const nowMs = governor.serverNowMs();
    const list = listsWithRules(files.yours).find((each) => String(each.listId) === listId);
    if (list?.watched !== true) throw new AppFailure({ kind: 'not-found', what: 'watchlist' });
    const inProgress = recordsByLedger.get(files.ledger) ?? new Map<string, number>();
    recordsByLedger.set(files.ledger, inProgress);
    const waiting = inProgress.get(listId) ?? 0;
    const left = (allowancesLeft(files, nowMs).get(listId) ?? 0) - waiting;
    if (accepted.records > left) throw overAllowance(nowMs);
    inProgress.set(listId, waiting + accepted.records);
    try {
      const context = { accepted, screen, lane, ...chargedToList(listId, list.name) };
      const { receipt } = await runPricedRequest(parts, { endpoint: 'company', companyId }, context);
      return receipt;
    } finally {
      inProgress.set(listId, Math.max(0, (inProgress.get(listId) ?? 0) - accepted.records));
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
