import assert from 'node:assert/strict';
import { refreshFilters } from '../kit/actions.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { DAY_MS, fundingsQuery, getPath, lastCall, listAt, pick } from '../kit/requests.ts';

/** Returns the paths of the last `count` requests, without their queries, oldest first. */
const lastPaths = ({ simulator }: Bench, count: number): string[] =>
  simulator
    .transcript()
    .slice(-count)
    .map(({ path }) => path.replace(/^.*\/api\/v1/, '').replace(/\?.*$/, ''));

/** Rows for filter options: missing lists, names of countries, and requests for the options. */
export const ROWS_FILTER_OPTIONS: readonly Row[] = [
  {
    id: 'R-2-40a',
    title: 'a list that /filters omits disables no filter: any value is sent as it is',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { filterLists: 'some' } });
      const { body } = await getPath(bench, '/filters');
      for (const name of ['countries', 'currencies', 'tags', 'technologyOptions'])
        assert.equal(pick(body, `data.${name}`), undefined, name);
      const app = await bench.app();
      await refreshFilters(app);
      const listed = async (field: 'industries' | 'tags' | 'technologies' | 'countries') =>
        (await app.api.search.suggest({ field, text: '' })).listed;
      assert.equal(await listed('industries'), true);
      for (const field of ['tags', 'technologies', 'countries'] as const)
        assert.equal(await listed(field), false, field);
      await app.search({ tags: ['fintech & co'], technologies: ['C++'], countries: ['DE'], currency: 'SEK' });
      const sent = new URLSearchParams(lastCall(bench).query);
      assert.deepEqual(sent.getAll('tags[]'), ['fintech & co']);
      assert.deepEqual(sent.getAll('technologies[]'), ['C++']);
      assert.deepEqual([sent.getAll('countries[]'), sent.get('currency')], [['DE'], 'SEK']);
    },
  },
  {
    id: 'R-2-40b',
    title: 'countries that /filters gives as names become codes, which the filter sends',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { filterCountries: 'name' } });
      const names = listAt((await getPath(bench, '/filters')).body, 'data.countries').map(String);
      assert.ok(names.includes('Germany') && names.every((name) => name.length > 2));
      const app = await bench.app();
      await refreshFilters(app);
      const { values, total } = await app.api.search.suggest({ field: 'countries', text: '' });
      assert.equal(total, names.length, 'every country has a code');
      for (const { value } of values) assert.match(value, /^[A-Z]{2}$/);
      const germany = await app.api.search.suggest({ field: 'countries', text: 'germ' });
      assert.deepEqual(germany.values, [{ value: 'DE', label: 'Germany' }]);
      const { rows } = await app.search({ countries: ['DE'] });
      assert.ok(rows.length > 0, 'the service knows the code');
      assert.deepEqual(new URLSearchParams(lastCall(bench).query).getAll('countries[]'), ['DE']);
    },
  },
  {
    id: 'R-2-40c',
    title: 'connecting loads the filter options at the price shown; their failure does not prevent it',
    part: 'C',
    run: async ({ open }) => {
      const bench = await open({ companies: 50 });
      const { api } = await bench.app();
      const { cost } = await api.workspaces.connectPrice({});
      assert.deepEqual([cost.requests, cost.records], [2, 2]);
      const connect = () =>
        api.workspaces.connect({
          baseUrl: bench.simulator.baseUrl,
          apiKey: bench.apiKey,
          place: 'session',
          people: { mode: 'none' },
          accepted: cost,
          screen: 'first-run',
        });
      const { receipt } = await connect();
      assert.deepEqual(lastPaths(bench, 2), ['/stats', '/filters']);
      assert.equal(receipt.cost.requests, 2);
      assert.equal((await api.search.suggest({ field: 'industries', text: '' })).listed, true);
      for (const fault of [
        { kind: 'status', status: 404 },
        { kind: 'patch', set: { success: false }, remove: [] },
      ]) {
        await bench.control('faults', { clear: true, faults: [{ match: '/filters', action: fault }] });
        const { workspace } = await connect();
        assert.deepEqual(lastPaths(bench, 2), ['/stats', '/filters']);
        assert.equal((await api.workspaces.list({})).activeId, workspace.id);
        assert.equal((await api.search.suggest({ field: 'industries', text: '' })).fetchedAtMs, null);
      }
    },
  },
  {
    id: 'R-2-40d',
    title: 'a search loads options of a week ago again, within the price shown for both',
    part: 'C',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const question = { list: 'fundings', query: fundingsQuery({ limit: 5 }) } as const;
      const price = () => app.api.search.price({ question });
      assert.equal((await price()).cost.requests, 1, 'options that were never loaded are not added');
      await refreshFilters(app);
      bench.simulator.advance(6 * DAY_MS);
      assert.equal((await price()).cost.requests, 1, 'six days are not a week');
      bench.simulator.advance(DAY_MS + 60_000);
      const due = await price();
      assert.deepEqual([due.cost.requests, due.cost.records, due.also?.endpoint], [2, 6, 'filters']);
      // The helper accepts only the price of the search itself, so the app does not also load the filter
      // options.
      await app.search({ limit: 5 });
      assert.deepEqual(lastPaths(bench, 1), ['/fundings']);
      const at = async () => (await app.api.search.suggest({ field: 'tags', text: '' })).fetchedAtMs ?? 0;
      const before = await at();
      const { receipt } = await app.api.search.run({ question, accepted: due.cost, screen: 'search' });
      assert.deepEqual(lastPaths(bench, 2), ['/fundings', '/filters']);
      assert.equal(receipt.cost.requests, 2);
      assert.ok((await at()) > before, 'newer options');
      assert.equal((await price()).also, undefined);
    },
  },
];
