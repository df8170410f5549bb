import assert from 'node:assert/strict';
import { AppFailure } from '../../../shared/app-failure.ts';
import { GENEROUS } from '../kit/core-bench.ts';
import type { Row } from '../kit/bench.ts';
import {
  getPath,
  companyId,
  DAY_MS,
  fundingsQuery,
  ignore,
  lastCall,
  listAt,
  numberAt,
  patchNext,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';
import { failureOf } from '../../support/common/failure.ts';

const STAGES = 'Pre-Seed,Seed,Series A,Series B,Series C+,Debt,Bootstrapped,undisclosed'.split(',');

/** Rows for section 3.6 of the requirements: filter values, amounts, states. */
export const ROWS_2_VALUES: readonly Row[] = [
  {
    id: 'R-2-40',
    title: 'reads thousands of filter values and odd ones; success:false is an error',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { filterValues: 'large' } });
      const sentAtMs = bench.simulator.nowMs();
      const { body } = await getPath(bench, '/filters');
      assert.equal(pick(body, 'success'), true);
      const timestampMs = numberAt(body, 'timestamp') * 1_000;
      assert.ok(timestampMs > sentAtMs - 1_000 && timestampMs <= bench.simulator.nowMs(), `${timestampMs}`);
      const technologies = listAt(body, 'data.technologyOptions').map(String);
      assert.equal(technologies.length, 5_000);
      const app = await bench.app();
      await app.api.search.refreshFilters({ accepted: GENEROUS, screen: 'search' });
      const suggestions = await app.api.search.suggest({ field: 'technologies', text: '' });
      assert.equal(suggestions.total, 5_000);
      assert.notEqual(suggestions.fetchedAtMs, null);
      for (const sign of [',', '&', '+', '[']) {
        const name = technologies.find((one) => one.includes(sign)) ?? '';
        assert.notEqual(name, '', `no technology with ${sign}`);
        const { values } = await app.api.search.suggest({ field: 'technologies', text: name });
        assert.ok(
          values.some(({ value }) => value === name),
          `${name} cannot be chosen`,
        );
        await app.search({ technologies: [name] });
        assert.deepEqual(new URLSearchParams(lastCall(bench).query).getAll('technologies[]'), [name]);
      }
      await setProfile(bench, { filtersSuccess: false });
      assert.equal(pick((await getPath(bench, '/filters')).body, 'success'), false);
      // The next response contains the filters again, but its `success` is false.
      await setProfile(bench, { filtersSuccess: true });
      await patchNext(bench, '/filters', { success: false });
      const refused = app.api.search.refreshFilters({ accepted: GENEROUS, screen: 'search' });
      assert.ok(
        await refused.then(
          () => false,
          (error: unknown) => error instanceof AppFailure,
        ),
      );
      const [row] = (await app.api.quota.ledger({ offset: 0, limit: 1 })).rows;
      assert.deepEqual([row?.state, row?.status, row?.cost?.requests], ['spent', 200, 1]);
      assert.equal((await app.api.search.suggest({ field: 'technologies', text: '' })).total, 5_000);
    },
  },
  {
    id: 'R-2-41',
    title: 'offers observed stages, also without a snapshot',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const sentStages = listAt((await getPath(bench, '/filters')).body, 'data.stages');
      assert.deepEqual(sentStages, STAGES);
      const app = await bench.app();
      const { values, fetchedAtMs } = await app.api.search.suggest({ field: 'stages', text: '' });
      assert.equal(fetchedAtMs, null);
      const lower = (all: readonly unknown[]): string[] =>
        all.map((one) => String(one).toLowerCase()).toSorted();
      assert.deepEqual(lower(values.map(({ value }) => value)), lower(STAGES));
    },
  },
  {
    id: 'R-2-42',
    title: 'accepts amounts in every documented format and sends one',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const total = async (text: string): Promise<number> => {
        const path = `/fundings?${LAST_60_DAYS}&limit=1&min_amount=${encodeURIComponent(text)}`;
        return numberAt((await getPath(bench, path)).body, 'pagination.total');
      };
      const all = numberAt(
        (await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=1`)).body,
        'pagination.total',
      );
      const some = await total('2500000');
      assert.ok(some > 0 && some < all);
      for (const text of ['2500K', '2.5M', '2.5m', '$2.5M', '€2.5M', '0.0025B', '2500000.0'])
        assert.equal(await total(text), some, text);
      assert.equal(await total('much'), 0, 'every amount matches some rows');
      await setProfile(bench, { amountComparison: 'usd' });
      bench.passMinute();
      assert.notEqual(await total('20M'), 0);
      const { client, context } = await bench.core();
      for (const [typed, sent] of [
        ['€ 1,200.50k', '1200.5K'],
        ['2.5b', '2.5B'],
        ['$5M', '5M'],
        ['750000', '750000'],
      ] as const) {
        const query = fundingsQuery({ limit: 1, minAmount: typed });
        await client.request({ endpoint: 'fundings', query }, context({ accepted: GENEROUS }), ignore);
        assert.equal(new URLSearchParams(lastCall(bench).query).get('min_amount'), sent);
      }
      assert.throws(() => fundingsQuery({ minAmount: '-5M' }), 'a negative amount');
      const calls = bench.simulator.transcript().length;
      const upside = client.request(
        { endpoint: 'fundings', query: fundingsQuery({ minAmount: '5M', maxAmount: '4M' }) },
        context(),
        ignore,
      );
      assert.equal((await failureOf(upside)).kind, 'validation');
      assert.equal(bench.simulator.transcript().length, calls);
    },
  },
  {
    id: 'R-2-43',
    title: 'stages are labels without a lifecycle; time does not change them',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await companyId(bench);
      const read = async () => rowsOf(await getPath(bench, `/companies/${id}/fundings`));
      const before = await read();
      const { body } = await getPath(bench, `/companies/${id}`);
      for (const source of [body, ...before])
        for (const name of ['status', 'state', 'lifecycle', 'phase'])
          assert.equal(pick(source, name), undefined, name);
      bench.simulator.advance(200 * DAY_MS);
      const after = new Map((await read()).map((round) => [textAt(round, 'id'), textAt(round, 'stage')]));
      for (const round of before) assert.equal(after.get(textAt(round, 'id')), textAt(round, 'stage'));
      const app = await bench.app();
      await app.fetchProfile(id);
      const view = await app.api.companies.get({ id });
      assert.equal('status' in view || 'pipeline' in view, false, 'shown as if reported by the service');
    },
  },
];
