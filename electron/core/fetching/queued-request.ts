import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Cost, Receipt, Screen } from '../../../shared/model/budget.ts';
import type { OfflineAsk } from '../../../shared/model/offline.ts';
import { listQuerySchema } from '../../../shared/model/query.ts';
import { plus } from '../../../shared/add-costs.ts';

/** What the offline queue stores of a request that the user asked for. */
export interface QueuedRequest {
  readonly ask: OfflineAsk;
  /** The price that the user accepted. */
  readonly accepted: Cost;
  readonly screen: Screen;
}

/** The handlers that make these requests for a click as well. */
export type Fetches = Pick<Handlers, 'companies' | 'search' | 'savedSearches' | 'plan'>;

/** Makes the request that the click would have made, at the price that the user accepted then. */
export async function perform(
  { companies, search, savedSearches, plan }: Fetches,
  { ask, accepted, screen }: QueuedRequest,
): Promise<Receipt> {
  const paid = { accepted, screen };
  switch (ask.kind) {
    case 'profile':
      return (await companies.fetchProfile({ id: ask.companyId, ...paid })).receipt;
    case 'people':
      return (await companies.fetchPeople({ id: ask.companyId, ...paid })).receipt;
    case 'panel':
      return (await companies.fetchPanel({ id: ask.companyId, panel: ask.panel, ...paid })).receipt;
    case 'roles':
      return (await companies.fetchRoles({ id: ask.companyId, query: ask.query, ...paid })).receipt;
    case 'search':
      return (await search.run({ question: ask.question, ...paid })).receipt;
    case 'saved-search': {
      const { question } = await savedSearches.open({ id: ask.searchId });
      return (await search.run({ question: listQuerySchema.parse(question), ...paid })).receipt;
    }
    case 'catch-up':
      return caughtUp(await plan.catchUp(paid));
    default:
      return assertNever(ask);
  }
}

/**
 * A catch-up that stopped early throws; its results are stored and the ledger has its cost.
 * @throws AppFailure why it stopped
 */
function caughtUp({ receipts, stopped }: Awaited<ReturnType<Fetches['plan']['catchUp']>>): Receipt {
  if (stopped !== null) throw new AppFailure(stopped);
  return together(receipts);
}

/**
 * Merges the receipts of requests approved together.
 * @throws AppFailure not-found query if nothing was missing any more
 */
function together(receipts: readonly Receipt[]): Receipt {
  const [first, ...others] = receipts;
  if (first === undefined) throw new AppFailure({ kind: 'not-found', what: 'query' });
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
