import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import { plus } from '../../../shared/add-costs.ts';
import { callOf } from '../../../shared/list-query.ts';
import type { Cost, Receipt, Screen } from '../../../shared/model/budget.ts';
import type { OfflineRequest } from '../../../shared/model/offline.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { questionAt } from '../../../shared/search-date-ranges.ts';
import { savedSearchById } from '../database/queries/yours/saved-searches.ts';
import type { ReadDb } from '../database/sql.ts';
import { parseSavedQuery } from '../user-data/saved-searches.ts';
import { catchUp, type CatchUpParts, type CaughtUp } from './catch-up.ts';
import { byHand, runPricedRequest, type RequestOptions } from './priced-request.ts';
import { openSavedSearch, runSearch } from './search-requests.ts';

/** A user's request, as stored in the offline queue. */
export interface QueuedRequest {
  readonly ask: OfflineRequest;
  readonly accepted: Cost;
  readonly screen: Screen;
  /** Why the request was made, as shown in the request history; omitted if the user made it. */
  readonly reason?: string;
}

/**
 * Makes a queued request at the price that the user accepted. The spending guard admitted the request when it
 * was queued.
 * @throws AppFailure the errors of the request, including an error that stopped a catch-up partway; pages
 * fetched before that error stay stored
 */
export async function runQueuedRequest(
  parts: CatchUpParts,
  { ask, accepted, screen, reason }: QueuedRequest,
  options: Pick<RequestOptions<'contacts'>, 'unlockContacts'>,
): Promise<Receipt> {
  const context = { ...byHand(accepted, screen, reason), isApproved: true } as const;
  switch (ask.kind) {
    case 'profile':
    case 'people':
    case 'panel':
    case 'roles':
      return (await runPricedRequest(parts, companyCallOf(ask), context, options)).receipt;
    case 'search':
      return (await runSearch(parts, ask.question, context)).receipt;
    case 'saved-search': {
      const { question } = openSavedSearch(parts, ask.searchId);
      return (await runSearch(parts, question, context)).receipt;
    }
    case 'catch-up':
      return receiptOf(await catchUp(parts, { accepted, screen, isApproved: true }));
    default:
      return assertNever(ask);
  }
}

type CompanyOfflineRequest = Extract<OfflineRequest, { readonly companyId: string }>;
type CompanyCall = Extract<PricedCall, { readonly companyId: string }>;

function companyCallOf(ask: CompanyOfflineRequest): CompanyCall {
  switch (ask.kind) {
    case 'profile':
      return { endpoint: 'company', companyId: ask.companyId };
    case 'people':
      return { endpoint: 'contacts', companyId: ask.companyId };
    case 'panel':
      return { endpoint: ask.panel, companyId: ask.companyId };
    case 'roles':
      return { endpoint: 'open-roles', companyId: ask.companyId, query: ask.query };
    default:
      return assertNever(ask);
  }
}

/**
 * Returns the call that a queued request would make at `nowMs`; null if it runs a saved search that no longer
 * exists.
 */
export function queuedCall(
  yours: ReadDb,
  ask: Exclude<OfflineRequest, { readonly kind: 'catch-up' }>,
  nowMs: number,
): PricedCall | null {
  if ('companyId' in ask) return companyCallOf(ask);
  if (ask.kind === 'search') return callOf(ask.question);
  const stored = savedSearchById(yours, Number(ask.searchId));
  const search = stored === null ? null : parseSavedQuery(stored.question);
  return search === null ? null : callOf(questionAt(search, nowMs));
}

/**
 * Combines the receipts of a catch-up into one.
 * @throws AppFailure the error that stopped the catch-up, or `not-found` (`gap`) if there was no page to
 * fetch
 */
function receiptOf({ receipts, stopped }: CaughtUp): Receipt {
  if (stopped !== null) throw new AppFailure(stopped);
  const [first, ...others] = receipts;
  if (first === undefined) throw new AppFailure({ kind: 'not-found', what: 'gap' });
  return others.reduce(
    (sum, next) => ({
      ...next,
      reserved: plus(sum.reserved, next.reserved),
      cost: plus(sum.cost, next.cost),
      outcome: sum.outcome === 'unknown' ? 'unknown' : next.outcome,
    }),
    first,
  );
}
