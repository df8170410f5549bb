import type { Api } from '../../../shared/contract/index.ts';
import { failureOf } from '../../support/common/failure.ts';
import { at, paid, pricedAt, roundsBetween, type Filling } from './filling.ts';
import { API_KEYS, BASE_URL, PASSPHRASE, waitUntil, type StoredWorld } from './stored-world.ts';

/*
 * Fills a workspace with downloaded data and ledger rows. The product's public handlers make every request.
 * The result has every ledger state except `reserved`.
 */

export type ContactsKept = 'keychain' | 'passphrase';

/** Connects an account to the simulated service. The two workspaces use different API keys. */
export async function connectAccount({ api }: Pick<Filling, 'api'>, kept: ContactsKept): Promise<string> {
  const people =
    kept === 'keychain'
      ? { mode: 'keychain' as const }
      : { mode: 'passphrase' as const, passphrase: PASSPHRASE };
  const { workspace } = await api.workspaces.connect({
    baseUrl: BASE_URL,
    apiKey: kept === 'keychain' ? API_KEYS.live : API_KEYS.test,
    place: 'keychain',
    people,
    ...paid('first-run'),
  });
  return workspace.id;
}

export type Found = Pick<Filling, 'companies' | 'closing' | 'closed'>;

/**
 * Fetches filter options and search results. Returns the found company ids, grouped by the state of the
 * contact window.
 */
export async function downloadCompanies(world: StoredWorld, api: Api): Promise<Found> {
  const nowMs = world.clock.nowMs();
  await api.search.refreshFilters(paid('search'));
  const rowsOf = async (fromDays: number, toDays: number, limit: number): Promise<string[]> => {
    const question = { list: 'fundings' as const, query: roundsBetween(nowMs, fromDays, toDays, limit) };
    const { set } = await api.search.run({ question, ...paid('search') });
    const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit });
    return [...new Set(rows.map(({ companyId }) => companyId))];
  };
  const closed = await rowsOf(60, 45, 4);
  const closing = await rowsOf(20, 19, 3);
  const companies = await rowsOf(14, 0, 24);
  const query = roundsBetween(nowMs, 20, 10, 3);
  await api.search.run({ question: { list: 'companies', query }, ...paid('search') });
  await api.search.probe({
    question: { list: 'fundings', query: { ...roundsBetween(nowMs, 5, 0, 10), stages: ['Seed'] } },
    ...paid('search'),
  });
  return { companies, closing, closed };
}

export async function fetchCompanyDetails({ api, companies, closed }: Filling): Promise<void> {
  for (const id of [at(companies, 0), at(companies, 2), at(companies, 4)])
    await api.companies.fetchProfile({ id, ...paid('company') });
  for (const id of [0, 2, 4, 5].map((index) => at(companies, index)))
    await api.companies.fetchPeople({ id, ...paid('company') });
  await fetchPanels({ api, companies });
  // This request fails with a 404 and costs nothing. It adds a released row to the ledger.
  await failureOf(api.companies.fetchPeople({ id: at(closed, 0), ...paid('company') }));
}

export async function fetchPanels({ api, companies }: Pick<Filling, 'api' | 'companies'>): Promise<void> {
  const id = at(companies, 2);
  for (const panel of ['tech-stack', 'rounds', 'highlights', 'news'] as const)
    await api.companies.fetchPanel({ id, panel, ...paid('company') });
  await fetchOpenRoles({ api, companies });
}

export async function fetchOpenRoles({ api, companies }: Pick<Filling, 'api' | 'companies'>): Promise<void> {
  const query = { page: 1, perPage: 50 };
  await api.companies.fetchRoles({ id: at(companies, 2), query, ...paid('company') });
}

/**
 * Fills the ledger with learned costs, spending caps, requests from another device, a rejected request and a
 * request with an unknown result.
 */
export async function fillLedger(filling: Filling): Promise<void> {
  const { api, world, companies } = filling;
  const { preview } = await api.quota.calibrationPrice({});
  await api.quota.calibrate({ accepted: preview.cost, screen: 'quota' });
  world.service.spend({ requests: 3, records: 7, pageTurns: 1, companies: 2 });
  await api.quota.confirm(paid('quota'));
  const lost = at(companies, 6);
  world.service.addFaults([{ match: `/companies/${lost}`, action: { kind: 'reset-after' } }]);
  await failureOf(api.companies.fetchProfile({ id: lost, ...paid('company') }));
  await api.quota.setAllowance({ scope: 'all', period: 'day', records: 1 });
  const refused = at(companies, 7);
  const accepted = await pricedAt(filling, { endpoint: 'company', companyId: refused });
  await failureOf(api.companies.fetchProfile({ id: refused, accepted, screen: 'library' }));
  await api.quota.setAllowance({ scope: 'all', period: 'day', records: 900 });
  await api.quota.setAllowance({ scope: 'watchlist', period: 'day', records: 120 });
}

const QUEUE_ENDS = ['done', 'refused', 'dearer', 'unknown'] as const;

/**
 * Queues requests and runs them. Afterwards, the offline queue contains a request in each end state of
 * `QUEUE_ENDS`.
 */
export async function endQueuedRequests({ api, world, companies, closed }: Filling): Promise<void> {
  const cost = { requests: 1, records: 60, pageTurns: 0, companies: 1 };
  const [done, dearer, lost] = [at(companies, 8), at(companies, 9), at(companies, 10)];
  world.service.addFaults([{ match: `/companies/${lost}`, action: { kind: 'reset-after' } }]);
  const asks = [
    { companyId: done, kind: 'profile', accepted: cost },
    { companyId: at(closed, 1), kind: 'people', accepted: cost },
    { companyId: dearer, kind: 'profile', accepted: { ...cost, records: 0 } },
    { companyId: lost, kind: 'profile', accepted: cost },
  ] as const;
  for (const [index, { accepted, ...ask }] of asks.entries()) {
    const { id } = await api.offline.add({ ask, accepted, screen: 'company' });
    await waitUntil(
      async () => {
        const { calls } = await api.offline.list({});
        return calls.find((call) => call.id === id)?.state === QUEUE_ENDS[index];
      },
      `a queued request that is ${QUEUE_ENDS[index] ?? ''}`,
    );
  }
}

/** Adds requests of every kind to the offline queue. The network must be down. */
export async function queueRequests({ api, world, companies }: Filling): Promise<void> {
  const accepted = { requests: 5, records: 20, pageTurns: 5, companies: 1 };
  const id = at(companies, 4);
  const { searches } = await api.savedSearches.list({});
  const question = {
    list: 'fundings' as const,
    query: { ...roundsBetween(world.clock.nowMs(), 3, 1, 5), countries: ['US'] },
  };
  const asks = [
    { kind: 'profile' as const, companyId: at(companies, 11) },
    { kind: 'people' as const, companyId: at(companies, 12) },
    { kind: 'panel' as const, companyId: id, panel: 'news' as const },
    { kind: 'roles' as const, companyId: id, query: { page: 1, perPage: 5, department: 'sales' as const } },
    { kind: 'search' as const, question },
    { kind: 'saved-search' as const, searchId: at(searches, 0).id },
    { kind: 'catch-up' as const },
  ];
  for (const ask of asks) {
    const records = ask.kind === 'catch-up' ? 250 : accepted.records;
    await api.offline.add({ ask, accepted: { ...accepted, records }, screen: 'company' });
  }
}
