import type { Handlers } from '../../../shared/contract/index.ts';
import type { Preview, Screen } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { DRIFTS_SHOWN } from '../../../shared/model/account/account-limits.ts';
import { readAccount } from '../database/queries/ledger/account-state.ts';
import { costDrifts } from '../database/queries/ledger/cost-checks.ts';
import { companyNamesOf } from '../database/queries/cache/companies.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { calibrate, priceOfCalibration } from '../fetching/calibrate.ts';
import { createAccountHandlers } from './account.ts';
import { DOCUMENTED_LIMITS } from '../quota/policy/costs.ts';
import { pricesOf } from '../quota/cheaper-requests.ts';
import { resolveWords } from '../quota/ledger-search-words.ts';
import { fetchStats } from '../fetching/fetch-stats.ts';
import { byHand } from '../fetching/priced-request.ts';

export function createQuotaHandlers(workspaces: Workspaces): Handlers['quota'] {
  return {
    ...createViews(workspaces),
    ...createAccountHandlers(workspaces),
    price: ({ call, screen }) => {
      const [preview] = pricesNow(workspaces.current(), [call], screen);
      if (preview === undefined) throw new Error('no price');
      return preview;
    },
    prices: ({ calls, screen }) => ({ previews: pricesNow(workspaces.current(), calls, screen) }),
    confirm: async ({ accepted, screen }) => {
      const { receipt } = await fetchStats(workspaces.current(), byHand(accepted, screen));
      return { receipt };
    },
    cancel: ({ id }) => ({ cancelled: workspaces.current().governor.cancel(id) }),
    setAllowance: async ({ scope, period, records }) => {
      const { governor, spending } = workspaces.current();
      const known = governor.allowances().find((each) => each.scope === scope);
      const from = (period === 'day' ? known?.recordsADay : known?.recordsAMonth) ?? null;
      await spending.requireRaise('cap', { from, to: records });
      governor.setAllowance(scope, records, period);
      return { allowances: governor.allowances() };
    },
    setRecordLimit: async ({ records }) => {
      const { governor, spending } = workspaces.current();
      const from = governor.status().budgets.find(({ budget }) => budget === 'month-records')?.limit ?? 0;
      await spending.requireRaise('record-limit', {
        from,
        to: records ?? DOCUMENTED_LIMITS['month-records'],
      });
      governor.setRecordLimit(records);
      return {};
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
    const query = filter && { ...filter, words: resolveWords(workspace.files, filter.words) };
    const { rows, total } = workspace.governor.ledger(offset, limit, query);
    return { total, rows: named(workspace, rows) };
  },
  history: () => ({ days: workspaces.current().governor.history() }),
  allowances: () => ({ allowances: workspaces.current().governor.allowances() }),
  learned: () => {
    const { governor, files } = workspaces.current();
    const { epoch } = readAccount(files.ledger);
    const drifts = costDrifts(files.ledger, epoch, DRIFTS_SHOWN).map(({ id: _id, ...drift }) => drift);
    return { costs: governor.learned(), drifts };
  },
});

/**
 * Adds company names from the cache, because the ledger stores only ids. The name is null if the company is
 * not in the cache.
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

const pricesNow = (
  { governor, hints, files }: Pick<OpenWorkspace, 'governor' | 'hints' | 'files'>,
  calls: readonly PricedCall[],
  screen: Screen,
): Preview[] => pricesOf({ governor, hints, cache: files.cache }, calls, screen);
