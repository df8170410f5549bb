import { callsSent, check, same, type ContractStep } from './suite-kit.ts';

/* Steps that cover Insights. Run after rounds were fetched. */

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
];
