import type { Handlers } from '../../../shared/contract/index.ts';
import type { CheaperAlternative, Preview } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { describeCall } from '../service-api/endpoints.ts';
import { companyNamesOf, wasReturnedBy } from '../database/queries/cache/companies.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { calibrate, priceOfCalibration } from '../fetching/calibrate.ts';
import { fetchStats } from '../fetching/fetch-stats.ts';
import { byHand } from '../fetching/priced-request.ts';

export function createQuotaHandlers(workspaces: Workspaces): Handlers['quota'] {
  return {
    ...createViews(workspaces),
    price: ({ call }) => {
      const [preview] = pricesOf(workspaces.current(), [call]);
      if (preview === undefined) throw new Error('no price');
      return preview;
    },
    prices: ({ calls }) => ({ previews: pricesOf(workspaces.current(), calls) }),
    confirm: async ({ accepted, screen }) => {
      const { receipt } = await fetchStats(workspaces.current(), byHand(accepted, screen));
      return { receipt };
    },
    cancel: ({ id }) => ({ cancelled: workspaces.current().governor.cancel(id) }),
    setAllowance: ({ scope, recordsADay }) => {
      const { governor } = workspaces.current();
      governor.setAllowance(scope, recordsADay);
      return { allowances: governor.allowances() };
    },
    calibrationPrice: () => priceOfCalibration(workspaces.current()),
    calibrate: ({ accepted, screen }) => calibrate(workspaces.current(), accepted, screen),
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

/**
 * Adds company names from the cache, because the ledger stores only ids. A name that is not in the cache is
 * null.
 */
function named<T extends { readonly companyId: string | null }>(
  { files }: Pick<OpenWorkspace, 'files'>,
  rows: readonly T[],
): Array<T & { companyName: string | null }> {
  const ids = rows.map(({ companyId }) => companyId).filter((id) => id !== null);
  const names = companyNamesOf(files.cache, [...new Set(ids)]);
  return rows.map((row) => ({
    ...row,
    companyName: row.companyId === null ? null : (names.get(row.companyId) ?? null),
  }));
}

/** Endpoints whose data is also part of the company's profile, at least in a shorter form (spec §4.3). */
const IN_PROFILE: ReadonlySet<PricedCall['endpoint']> = new Set(['rounds', 'highlights', 'tech-stack']);

type PriceParts = Pick<OpenWorkspace, 'files' | 'governor' | 'hints'>;

/** Returns the price of each request, with a cheaper alternative if another request returns the same data. */
function pricesOf(workspace: PriceParts, calls: readonly PricedCall[]): Preview[] {
  const { governor, hints } = workspace;
  const previews = governor.previewEach(calls.map((call) => describeCall(call, hints)));
  const profiles = profilePrices(workspace, calls);
  return calls.flatMap((call, at) => {
    const preview = previews[at];
    return preview === undefined ? [] : [{ ...preview, instead: insteadOf(profiles, call, preview) }];
  });
}

/** Returns the prices of profiles by company id, for companies whose profile was never fetched. */
function profilePrices(
  { governor, hints, files }: PriceParts,
  calls: readonly PricedCall[],
): ReadonlyMap<string, Preview> {
  const ids = calls.flatMap((call) =>
    'companyId' in call && IN_PROFILE.has(call.endpoint) ? [call.companyId] : [],
  );
  const unfetched = [...new Set(ids)].filter((id) => !wasReturnedBy(files.cache, id, 'company'));
  if (unfetched.length === 0) return new Map();
  const previews = governor.previewEach(
    unfetched.map((companyId) => describeCall({ endpoint: 'company', companyId }, hints)),
  );
  return new Map(
    unfetched.flatMap((id, at) => {
      const preview = previews[at];
      return preview === undefined ? [] : [[id, preview]];
    }),
  );
}

/** Returns the profile as a cheaper alternative if it was never fetched and costs fewer records. */
function insteadOf(
  profiles: ReadonlyMap<string, Preview>,
  call: PricedCall,
  { cost }: Preview,
): CheaperAlternative | null {
  if (!('companyId' in call) || !IN_PROFILE.has(call.endpoint)) return null;
  const instead = profiles.get(call.companyId);
  if (instead === undefined) return null;
  const savesRecords = cost.records - instead.cost.records;
  if (savesRecords <= 0 || instead.decision.kind === 'refuse') return null;
  return { endpoint: 'company', why: 'profile-first', cost: instead.cost, savesRecords };
}
