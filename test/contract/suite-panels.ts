import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract/index.ts';
import { callsSent, check, failure, memo, same, thirtyDays, type ContractStep } from './suite-kit.ts';

/** Steps for the company panels that have their own endpoints, and for the test of the connection. */
export const panelSteps: ContractStep[] = [
  {
    name: 'a panel that was never fetched is marked as such, and viewing it costs nothing',
    run: async (subject) => {
      const { api } = subject;
      const id = memo(subject, 'companyId');
      const before = await callsSent(api);
      const { tech, highlights, news } = await api.companies.panels({ id });
      same([news.state, news.stamp, news.articles], ['never-fetched', null, []], 'news');
      for (const { state } of [tech, highlights])
        check(state === 'summary' || state === 'never-fetched', `${state} before it was fetched`);
      const roles = await api.companies.roles({ id, offset: 0, limit: 50 });
      same([roles.state, roles.roles, roles.next], ['never-fetched', [], null], 'roles');
      same((await api.companies.get({ id })).stamps.allRounds, null, 'all rounds');
      same(await callsSent(api), before, 'calls');
    },
  },
  {
    name: 'each panel is fetched at its own price, and data that the service lacks is free',
    run: async (subject) => {
      const { api } = subject;
      const id = memo(subject, 'companyId');
      for (const panel of ['tech-stack', 'highlights', 'news', 'rounds'] as const) {
        const { cost } = await api.quota.price({ call: { endpoint: panel, companyId: id } });
        same([cost.requests, cost.companies], [1, 0], `price of ${panel}`);
        const state = await fetchPanel(api, { id, panel, accepted: cost });
        if (panel !== 'rounds') {
          const { tech, highlights, news } = await api.companies.panels({ id });
          const known = { 'tech-stack': tech, highlights, news }[panel];
          check(known.total > 0 || known.state !== 'fetched', `an empty ${panel}`);
          if (state === 'fetched') same(known.stamp?.source, panel, 'source');
          else check(known.refusedAtMs !== null, `${panel} has no time of its 404`);
        }
      }
      const view = await api.companies.get({ id });
      same(view.stamps.allRounds?.source, 'rounds', 'source of the rounds');
      same(view.totalRounds, view.rounds.length, 'rounds');
      check(
        view.rounds.every(({ investors }) => investors !== null),
        'a round without investors',
      );
    },
  },
  {
    name: 'open roles are fetched in pages and filtered without a request',
    run: async (subject) => {
      const { api } = subject;
      const id = await hiringCompany(api);
      const query = { page: 1, perPage: 25 };
      const call = { endpoint: 'open-roles', companyId: id, query } as const;
      await failure(api.quota.price({ call: { ...call, query: { page: 1, perPage: 51 } } }), 'validation');
      await failure(api.quota.price({ call: { ...call, query: { page: 0, perPage: 1 } } }), 'validation');
      const { cost } = await api.quota.price({ call });
      same([cost.requests, cost.records, cost.pageTurns], [1, 25, 1], 'price');
      const { receipt } = await api.companies.fetchRoles({ id, query, accepted: cost, screen: 'company' });
      const before = await callsSent(api);
      const all = await api.companies.roles({ id, offset: 0, limit: 50 });
      same([all.state, all.roles.length], ['fetched', receipt.cost.records], 'roles');
      check(all.roles.length > 0 && all.departments.length > 0, 'the company has no open roles');
      for (const { value: department, count } of all.departments) {
        const narrowed = await api.companies.roles({ id, department, offset: 0, limit: 50 });
        same(narrowed.matching, count, `roles in ${department}`);
        check(
          narrowed.roles.every((role) => role.department === department),
          'a role of another department',
        );
      }
      same(await callsSent(api), before, 'calls');
    },
  },
  {
    name: 'a missing panel of an unknown company is ambiguous',
    run: async ({ api }) => {
      const id = 'nobody-knows-this';
      const { cost: accepted } = await api.quota.price({ call: { endpoint: 'highlights', companyId: id } });
      const error = await failure(
        api.companies.fetchPanel({ id, panel: 'highlights', accepted, screen: 'company' }),
        'not-available',
      );
      same([error.what, error.ambiguous], ['highlights', true], 'what');
    },
  },
  {
    name: 'the connection is tested with one request, and differences are counted',
    run: async ({ api }) => {
      const { cost: accepted } = await api.quota.price({ call: { endpoint: 'health' } });
      same(accepted, { requests: 1, records: 0, pageTurns: 0, companies: 0 }, 'price');
      same((await api.connection.service({})).checkedAtMs, null, 'before the first test');
      const { service, receipt } = await api.connection.test({ accepted, screen: 'settings' });
      same([service.status, service.versionBefore], ['healthy', null], 'service');
      check(service.version !== null && receipt.cost.requests <= 1, 'no version, or too expensive');
      same(await api.connection.service({}), service, 'kept');
      same([service.drift, service.driftTotal], [[], 0], 'differences of a service as documented');
    },
  },
];

/** Returns the id of a company that is hiring. Costs one record. */
async function hiringCompany(api: Api): Promise<string> {
  const query = { ...(await thirtyDays(api, 1)), hasOpenRoles: true };
  const { cost: accepted } = await api.quota.price({ call: { endpoint: 'fundings', query } });
  const { set } = await api.search.run({ question: { list: 'fundings', query }, accepted, screen: 'search' });
  const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: 1 });
  const [first] = rows;
  check(first !== undefined, 'no company is hiring');
  return first.companyId;
}

/** Fetches a panel, and checks that the request costs no records if the data is not available. */
async function fetchPanel(
  api: Api,
  request: Omit<Parameters<Api['companies']['fetchPanel']>[0], 'screen'>,
): Promise<'fetched' | 'not-available'> {
  const recordsLeft = async (): Promise<number | undefined> =>
    (await api.quota.status({})).budgets.find(({ budget }) => budget === 'month-records')?.left;
  const before = await recordsLeft();
  try {
    const { receipt } = await api.companies.fetchPanel({ ...request, screen: 'company' });
    same(receipt.outcome, 'spent', 'outcome');
    return 'fetched';
  } catch (error) {
    check(error instanceof AppFailure && error.appError.kind === 'not-available', String(error));
    same(await recordsLeft(), before, 'records left');
    return 'not-available';
  }
}
