import type { FundingsQuery } from '../../shared/model/query.ts';
import { callsSent, check, failure, same, thirtyDays, type ContractStep, type Subject } from './suite-kit.ts';

/** Returns a query for US rounds from 45 to 42 days ago, which no other step fetches. */
async function earlier(api: Subject['api'], more: Partial<FundingsQuery> = {}): Promise<FundingsQuery> {
  const { serverNowMs } = await api.quota.status({});
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return {
    ...(await thirtyDays(api, 50)),
    fundingDateStart: date(serverNowMs - 45 * 86_400_000),
    fundingDateEnd: date(serverNowMs - 42 * 86_400_000),
    ...more,
  };
}
/** Returns the rows of a result set. The result sets in these steps have fewer than 50 rows. */
const rowsOf = async (api: Subject['api'], setId: string) =>
  (await api.search.rows({ setId, offset: 0, limit: 50 })).rows;

/** Steps that cover search plans, answers from the library, and counting matches. */
export const searchSteps: ContractStep[] = [
  {
    name: 'the plan of a new search has its price and all its days missing, and sends nothing',
    run: async ({ api }) => {
      const before = await callsSent(api);
      const query = await earlier(api);
      const plan = await api.search.plan({ question: { list: 'fundings', query } });
      same(plan.ask.cost, { requests: 1, records: 50, pageTurns: 1, companies: 0 }, 'price');
      same([plan.library, plan.count, plan.all], [null, null, null], 'known');
      same(
        plan.missing.map(({ why, question: { query: days }, preview }) => [why, days, preview.cost.records]),
        [['never', query, 50]],
        'missing',
      );
      same(plan.probe?.cost, { requests: 1, records: 1, pageTurns: 1, companies: 0 }, 'count');
      same(
        (await failure(api.search.answer({ question: { list: 'fundings', query } }), 'not-found')).what,
        'query',
        'answer',
      );
      const upsideDown = { ...query, fundingDateEnd: '2000-01-01' };
      await failure(api.search.plan({ question: { list: 'fundings', query: upsideDown } }), 'validation');
      same(await callsSent(api), before, 'calls');
    },
  },
  {
    name: 'a count costs one row, which is stored in the library but is not a result',
    run: async ({ api, memo }) => {
      const before = await callsSent(api);
      const { set: last } = await api.search.last({});
      const { libraryTotal } = await api.library.open({});
      const query = await earlier(api);
      const price = (await api.search.plan({ question: { list: 'fundings', query } })).probe;
      check(price !== null, 'no price of a count');
      const { total, receipt } = await api.search.probe({
        question: { list: 'fundings', query },
        accepted: price.cost,
        screen: 'search',
      });
      check(total !== null && total > 1 && total < 50, `${total} rounds in four days`);
      same([receipt.outcome, receipt.cost.records], ['spent', 1], 'receipt');
      same((await api.search.last({})).set?.setId, last?.setId, 'the last set');
      same((await api.library.open({})).libraryTotal, libraryTotal + 1, 'the library');
      const plan = await api.search.plan({ question: { list: 'fundings', query } });
      same([plan.count?.total, plan.probe, plan.library], [total, null, null], 'known');
      same(
        plan.all,
        { pages: 1, rows: total, loaded: 0, cost: { ...price.cost, records: total } },
        'the complete search',
      );
      same(await callsSent(api), before + 1, 'calls');
      memo.set('total', String(total));
    },
  },
  {
    name: 'no company of the page after a count is marked as known',
    run: async ({ api, memo }) => {
      const query = await earlier(api);
      const { ask } = await api.search.plan({ question: { list: 'fundings', query } });
      const { set } = await api.search.run({
        question: { list: 'fundings', query },
        accepted: ask.cost,
        screen: 'search',
      });
      same([set.origin, set.state, String(set.loaded)], ['service', 'complete', memo.get('total')], 'set');
      const rows = await rowsOf(api, set.setId);
      same(rows.filter(({ known }) => known).length, 0, 'known rows');
    },
  },
  {
    name: 'a narrower search is answered from the library, row for row, without a request',
    run: async ({ api, memo }) => {
      const before = await callsSent(api);
      const wide = await api.search.answer({ question: { list: 'fundings', query: await earlier(api) } });
      same([wide.set.origin, wide.set.state], ['library', 'complete'], 'the same search');
      same(String(wide.set.total), memo.get('total'), 'rows');
      const stage = 'Seed';
      const query = await earlier(api, { stages: [stage.toUpperCase()] });
      const plan = await api.search.plan({ question: { list: 'fundings', query } });
      const { set } = await api.search.answer({ question: { list: 'fundings', query } });
      same([plan.library?.rows, plan.library?.complete, plan.missing], [set.loaded, true, []], 'plan');
      same([set.origin, set.state, set.total], ['library', 'complete', set.loaded], 'set');
      same(set.question.query.stages, ['SEED'], 'query');
      const all = await rowsOf(api, wide.set.setId);
      const rows = await rowsOf(api, set.setId);
      check(rows.length > 0 && rows.length < all.length, `${rows.length} of ${all.length} rows`);
      same(
        rows.map(({ roundId }) => roundId),
        all.filter((row) => row.stage === stage).map(({ roundId }) => roundId),
        'rounds',
      );
      const days = all.map(({ announcedOn }) => announcedOn ?? '');
      same(days, days.toSorted().toReversed(), 'newest first');
      same((await api.search.last({})).set?.setId, set.setId, 'the last set');
      same(
        (await api.search.answer({ question: { list: 'fundings', query } })).set.setId,
        set.setId,
        'the same answer again',
      );
      same(await callsSent(api), before, 'calls');
    },
  },
  {
    name: 'a longer search needs the service for the other days only',
    run: async ({ api }) => {
      const covered = await earlier(api);
      const start = new Date(Date.parse(covered.fundingDateStart) - 2 * 86_400_000);
      const fundingDateStart = start.toISOString().slice(0, 10);
      const query = { ...covered, fundingDateStart };
      const plan = await api.search.plan({ question: { list: 'fundings', query } });
      same(plan.library?.complete, false, 'complete');
      same(
        plan.missing.map(
          ({
            why,
            question: {
              query: { fundingDateStart: from, fundingDateEnd: to },
            },
          }) => [why, from, to],
        ),
        [['never', fundingDateStart, new Date(start.getTime() + 86_400_000).toISOString().slice(0, 10)]],
        'missing',
      );
      for (const { question, preview } of plan.missing)
        await api.search.run({ question, accepted: preview.cost, screen: 'search' });
      const { set } = await api.search.answer({ question: { list: 'fundings', query } });
      same([set.state, set.total > (plan.library?.rows ?? 0)], ['complete', true], 'set');
      same((await api.search.plan({ question: { list: 'fundings', query } })).missing, [], 'missing');
      // `known` means that the library already contained the company when the row was fetched. At that time,
      // all of these companies were new.
      const known = (await rowsOf(api, set.setId)).filter((row) => row.known).length;
      same(known, 0, 'rows of this session');
    },
  },
  {
    name: 'the columns of the results are stored, in their fixed order',
    run: async ({ api }) => {
      const { columns } = await api.settings.setResultColumns({ columns: ['known', 'fit', 'amount'] });
      same(columns, ['amount', 'fit', 'known'], 'columns');
      same((await api.settings.resultColumns({})).columns, columns, 'kept');
      await api.settings.setResultColumns({ columns: [] });
      same((await api.settings.resultColumns({})).columns, [], 'no columns');
    },
  },
];
