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
      const workspace = workspaces.current();
      const preview = workspace.governor.preview(describeCall(call, workspace.hints));
      return { ...preview, instead: insteadOf(workspace, call, preview) };
    },
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

/** While a company's detail was never asked for, it is the cheaper first question (requirements 1, finding 5). */
function insteadOf(
  { governor, hints, files }: OpenWorkspace,
  call: PricedCall,
  { cost }: Preview,
): Instead | null {
  if (!('companyId' in call) || !IN_PROFILE.has(call.endpoint)) return null;
  if (isToldBy(files.cache, call.companyId, 'company')) return null;
  const profile = describeCall({ endpoint: 'company', companyId: call.companyId }, hints);
  const instead = governor.preview(profile);
  const savesRecords = cost.records - instead.cost.records;
  if (savesRecords <= 0 || instead.decision.kind === 'refuse') return null;
  return { endpoint: 'company', why: 'profile-first', cost: instead.cost, savesRecords };
}
