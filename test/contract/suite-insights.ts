import { callsSent, check, same, type ContractStep } from './suite-kit.ts';

/* Steps that cover Insights. They must run after rounds have been fetched. */

export const insightSteps: readonly ContractStep[] = [
  {
    name: 'Insights counts stored rounds without a request, and its filters find their companies',
    run: async ({ api }) => {
      const before = await callsSent(api);
      const insights = await api.insights.get({ period: { kind: 'weeks', weeks: 52 } });
      const { period, companies, filters, count, weeks } = insights;
      check(period.rounds > 0, 'no rounds');
      same(
        weeks.weeks.reduce((sum, { rounds }) => sum + rounds, 0),
        period.rounds,
        'rounds per week',
      );
      same((await api.library.find({ filters: filters ?? {} })).total, companies, 'companies in the library');
      same(count?.query.limit, 1, 'rows of a count');
      same(await callsSent(api), before, 'calls');
    },
  },
  {
    name: 'periods that are too long or end before they begin are rejected',
    run: async ({ port }) => {
      for (const [from, to] of [
        ['2020-01-01', '2026-01-01'],
        ['2026-02-01', '2026-01-31'],
        ['2026-02-30', '2026-03-01'],
      ]) {
        const reply = await port.request('insights.get', { period: { kind: 'between', from, to } });
        check(!reply.ok && reply.error.kind === 'validation', `${from} answered ${JSON.stringify(reply)}`);
      }
    },
  },
  {
    name: 'Outcomes counts stored companies without a request, and the library filters by step',
    run: async ({ api }) => {
      const before = await callsSent(api);
      const { total, groups } = await api.outcomes.get({ period: 'all' });
      check((total.counts[0] ?? 0) > 0, 'no companies');
      same(
        groups.reduce((sum, { funnel }) => sum + (funnel.counts[0] ?? 0), 0),
        total.counts[0],
        'companies of all groups',
      );
      const outcome = { step: 'found', from: null, source: groups[0]?.key ?? null } as const;
      const { total: found } = await api.library.find({ filters: { outcome } });
      same(found, groups[0]?.funnel.counts[0], 'companies in the library');
      check(['none', 'locked', 'counted'].includes((await api.outcomes.roles({})).state), 'no roles');
      same(await callsSent(api), before, 'calls');
    },
  },
  {
    name: 'only a stored company can be opened',
    run: async ({ api }) => {
      const opened = async (): Promise<number | undefined> =>
        (await api.outcomes.get({ period: 'all' })).total.counts[1];
      const before = await opened();
      await api.outcomes.opened({ id: 'not-stored' });
      same(await opened(), before, 'opened companies');
    },
  },
];
