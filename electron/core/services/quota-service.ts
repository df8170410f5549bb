import type { Handlers, Publish } from '../../../shared/contract.ts';
import type { Instead, Preview } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { describeCall } from '../api/endpoints.ts';
import { companyNamesOf, isToldBy } from '../db/queries/companies.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { calibrate, priceOfCalibration } from './calibrate.ts';
import { byHand, paidCall } from './priced-call.ts';

export function createQuotaService(workspaces: Workspaces, publish: Publish): Handlers['quota'] {
  return {
    ...createViews(workspaces),
    price: ({ call }) => {
      const [preview] = pricesOf(workspaces.current(), [call]);
      if (preview === undefined) throw new Error('no price');
      return preview;
    },
    prices: ({ calls }) => ({ previews: pricesOf(workspaces.current(), calls) }),
    confirm: async ({ accepted, screen }) => {
      const workspace = workspaces.current();
      const { governor, client } = workspace;
      const keyTurn = governor.keyTurn();
      const { receipt } = await paidCall(workspace, async () => {
        const fetched = await client.stats(byHand(accepted, screen), () => undefined);
        if (governor.keyTurn() === keyTurn) governor.reconcile(fetched.value, fetched.serverNowMs);
        return fetched;
      });
      return { receipt };
    },
    cancel: ({ id }) => ({ cancelled: workspaces.current().governor.cancel(id) }),
    setAllowance: ({ scope, recordsADay }) => {
      const { governor } = workspaces.current();
      governor.setAllowance(scope, recordsADay);
      return { allowances: governor.allowances() };
    },
    calibrationPrice: () => priceOfCalibration(workspaces.current()),
    calibrate: async ({ accepted, screen }) => {
      const outcome = await calibrate(workspaces.current(), accepted, screen);
      publish('library', 'onChanged', {});
      return outcome;
    },
  };
}

type Views = Pick<Handlers['quota'], 'status' | 'ledger' | 'history' | 'allowances' | 'learned'>;

const createViews = (workspaces: Workspaces): Views => ({
  status: () => {
    const workspace = workspaces.current();
    const status = workspace.governor.status();
    return { ...status, queue: named(workspace, status.queue) };
  },
  ledger: ({ offset, limit, filter }) => {
    const workspace = workspaces.current();
    const { rows, total } = workspace.governor.ledger(offset, limit, filter);
    return { total, rows: named(workspace, rows) };
  },
  history: () => ({ days: workspaces.current().governor.history() }),
  allowances: () => ({ allowances: workspaces.current().governor.allowances() }),
  learned: () => ({ costs: workspaces.current().governor.learned() }),
});

/** The ledger keeps ids only; names stand in the cache and may be gone from it. */
function named<T extends { readonly companyId: string | null }>(
  { files }: OpenWorkspace,
  rows: readonly T[],
): Array<T & { companyName: string | null }> {
  const ids = rows.map(({ companyId }) => companyId).filter((id) => id !== null);
  const names = companyNamesOf(files.cache, [...new Set(ids)]);
  return rows.map((row) => ({
    ...row,
    companyName: row.companyId === null ? null : (names.get(row.companyId) ?? null),
  }));
}

/** What a detail answers as well, at least in short [§4.3]. */
const IN_PROFILE: ReadonlySet<PricedCall['endpoint']> = new Set(['rounds', 'highlights', 'tech-stack']);

/** The price of each call by itself, with the cheaper one that answers the same. */
function pricesOf(workspace: OpenWorkspace, calls: readonly PricedCall[]): Preview[] {
  const { governor, hints } = workspace;
  const previews = governor.previewEach(calls.map((call) => describeCall(call, hints)));
  const profiles = profilePrices(workspace, calls);
  return calls.flatMap((call, at) => {
    const preview = previews[at];
    return preview === undefined ? [] : [{ ...preview, instead: insteadOf(profiles, call, preview) }];
  });
}

/** By company, for those whose detail was never asked for. */
function profilePrices(
  { governor, hints, files }: OpenWorkspace,
  calls: readonly PricedCall[],
): ReadonlyMap<string, Preview> {
  const ids = calls.flatMap((call) =>
    'companyId' in call && IN_PROFILE.has(call.endpoint) ? [call.companyId] : [],
  );
  const untold = [...new Set(ids)].filter((id) => !isToldBy(files.cache, id, 'company'));
  if (untold.length === 0) return new Map();
  const previews = governor.previewEach(
    untold.map((companyId) => describeCall({ endpoint: 'company', companyId }, hints)),
  );
  return new Map(
    untold.flatMap((id, at) => {
      const preview = previews[at];
      return preview === undefined ? [] : [[id, preview]];
    }),
  );
}

/** While a company's detail was never asked for, it is the cheaper first question. */
function insteadOf(
  profiles: ReadonlyMap<string, Preview>,
  call: PricedCall,
  { cost }: Preview,
): Instead | null {
  if (!('companyId' in call) || !IN_PROFILE.has(call.endpoint)) return null;
  const instead = profiles.get(call.companyId);
  if (instead === undefined) return null;
  const savesRecords = cost.records - instead.cost.records;
  if (savesRecords <= 0 || instead.decision.kind === 'refuse') return null;
  return { endpoint: 'company', why: 'profile-first', cost: instead.cost, savesRecords };
}
