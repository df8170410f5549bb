import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import { listQuerySchema } from '../../../shared/model/query.ts';
import type { KeptCall } from './offline-calls.ts';
import { plus } from '../../../shared/cost.ts';

/** The calls that a seller's click makes as well. */
export type Fetches = Pick<Handlers, 'companies' | 'search' | 'savedSearches' | 'plan'>;

/** Makes the very call that the control would have made, at the price that was accepted then. */
export async function perform(
  { companies, search, savedSearches, plan }: Fetches,
  { ask, accepted, screen }: Pick<KeptCall, 'ask' | 'accepted' | 'screen'>,
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

/** Stopped half-way it is not done; what came stays, and the ledger tells what it took. @throws AppFailure why it stopped */
function caughtUp({ receipts, stopped }: Awaited<ReturnType<Fetches['plan']['catchUp']>>): Receipt {
  if (stopped !== null) throw new AppFailure(stopped);
  return together(receipts);
}

/** The receipts of calls that were approved as one. @throws AppFailure not-found query — nothing was missing any more */
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
