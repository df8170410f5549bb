import { join } from 'node:path';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { all, close, type SqlRow } from '../../../electron/core/database/sql.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Cost, Receipt } from '../../../shared/model/budget.ts';
import type { ResultRow } from '../../../shared/model/company.ts';
import { openRolesQuerySchema, type PricedCall } from '../../../shared/model/query.ts';
import type { Workspace } from '../../../shared/model/workspace.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { clockOf, GENEROUS, silent, transportOf } from './core-bench.ts';
import type { Surroundings } from './bench.ts';
import { fundingsQuery } from './requests.ts';

/** An app connected to a bench's simulated service. */
export interface AppBench {
  readonly api: Api;
  readonly app: TestApp;
  readonly workspace: Workspace;
  /** Returns the price of a call, for use as the `accepted` field of a request. */
  accepted(call: PricedCall): Promise<Cost>;
  /** Queries one of the workspace's files through a separate database connection. */
  read(file: 'cache' | 'yours' | 'ledger', query: string): SqlRow[];
  /**
   * Runs a search at its current price. By default, the search covers the last 60 days of virtual time. The
   * result contains at most 50 rows.
   */
  search(change?: object): Promise<Searched>;
  /** Fetches a profile at its current price, as the button on the company page does. */
  fetchProfile(id: string): Promise<Receipt>;
  fetchContacts(id: string): Promise<Receipt>;
  fetchPanel(id: string, panel: Panel): Promise<Receipt>;
  fetchRoles(id: string, change?: object): Promise<Receipt>;
}

export type Panel = 'tech-stack' | 'rounds' | 'highlights' | 'news';
export interface Searched {
  readonly set: Awaited<ReturnType<Api['search']['run']>>['set'];
  readonly receipt: Receipt;
  readonly rows: readonly ResultRow[];
}

export async function openApp(
  surroundings: Surroundings,
  closers: (() => Promise<void> | void)[],
): Promise<AppBench> {
  const clock = clockOf(surroundings);
  const app = await startTestApp({ ports: { clock, transport: transportOf(surroundings) } });
  closers.push(() => app.dispose());
  surroundings.logs.push(app.logged);
  const { api } = app;
  const { workspace } = await api.workspaces.connect({
    baseUrl: surroundings.simulator.baseUrl,
    apiKey: surroundings.apiKey,
    place: 'session',
    people: { mode: 'keychain' },
    // This price covers `/stats` but not `/filters`, so the app does not load the filter options. If a row
    // needs the filter options, the row loads them itself.
    accepted: GENEROUS,
    screen: 'first-run',
  });
  return {
    api,
    app,
    workspace,
    accepted: (call) => priceOf(api, call),
    ...actionsOf(api, advanceTwoSeconds(surroundings)),
    read: (file, query) => {
      const path = join(app.dataDir, 'workspaces', workspace.id, `${file}.db`);
      const db = openDatabase(path, { clock, log: silent });
      try {
        return all(db, query);
      } finally {
        close(db);
      }
    },
  };
}

const priceOf = async (api: Api, call: PricedCall): Promise<Cost> => (await api.quota.price({ call })).cost;

/**
 * Returns a function that advances virtual time by two seconds, unless the bench has a separate clock. The
 * client reads whole seconds from the `Date` header. If two responses had the same second, it could not
 * decide which one is newer.
 */
const advanceTwoSeconds =
  ({ simulator, clock }: Surroundings) =>
  (): void => {
    if (clock === null) simulator.advance(2_000);
  };

type Actions = Pick<AppBench, 'search' | 'fetchProfile' | 'fetchContacts' | 'fetchPanel' | 'fetchRoles'>;
const screen = 'company';

function actionsOf(api: Api, pause: () => void): Actions {
  return {
    search: async (change = {}) => {
      pause();
      const query = fundingsQuery(change);
      const accepted = await priceOf(api, { endpoint: 'fundings', query });
      const { set, receipt } = await api.search.run({
        question: { list: 'fundings', query },
        accepted,
        screen: 'search',
      });
      const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: 50 });
      return { set, receipt, rows };
    },
    fetchProfile: async (id) => {
      pause();
      const accepted = await priceOf(api, { endpoint: 'company', companyId: id });
      return (await api.companies.fetchProfile({ id, accepted, screen })).receipt;
    },
    fetchContacts: async (id) => {
      pause();
      const accepted = await priceOf(api, { endpoint: 'contacts', companyId: id });
      return (await api.companies.fetchPeople({ id, accepted, screen })).receipt;
    },
    fetchPanel: async (id, panel) => {
      pause();
      const accepted = await priceOf(api, { endpoint: panel, companyId: id });
      return (await api.companies.fetchPanel({ id, panel, accepted, screen })).receipt;
    },
    fetchRoles: async (id, change = {}) => {
      pause();
      const query = openRolesQuerySchema.parse({ page: 1, perPage: 25, ...change });
      const accepted = await priceOf(api, { endpoint: 'open-roles', companyId: id, query });
      return (await api.companies.fetchRoles({ id, query, accepted, screen })).receipt;
    },
  };
}
