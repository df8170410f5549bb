import assert from 'node:assert/strict';
import { all, num } from '../../../electron/core/database/sql.ts';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companiesQuery,
  ignore,
  lastCall,
  numberAt,
  onDay,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';
import { failureOf } from '../../support/common/failure.ts';
import { storePage } from '../../support/app/store-without-key.ts';

/* Rows R-4-2-a to R-4-2-f and R-4-2-v to R-4-2-z of the requirements: dates, pages, amounts. */

const idsOf = async (bench: Bench, query: string): Promise<string[]> =>
  rowsOf(await getPath(bench, `/companies?${LAST_60_DAYS}${query}`)).map((row) => textAt(row, 'id'));
const fetchPage = async (bench: Bench, change: object = {}) => {
  const { client, context } = await bench.core();
  return client.request({ endpoint: 'companies', query: companiesQuery(change) }, context(), ignore);
};
const sentBy = (bench: Bench): URLSearchParams => new URLSearchParams(lastCall(bench).query);

const dateRow = (letter: string, parameter: 'funding_date_start' | 'funding_date_end'): Row => ({
  id: `R-4-2-${letter}`,
  title: `${parameter}: required, validated; 400 or 422`,
  part: 'C+S',
  run: async ({ open }) => {
    const bench = await open();
    const isStart = parameter === 'funding_date_start';
    const other = isStart ? `funding_date_end=${onDay(0)}` : `funding_date_start=${onDay(-60)}`;
    const bad = ['', '2026-02-30', '15.03.2026', '2026-3-1', 'today'];
    for (const status of [400, 422]) {
      await setProfile(bench, { dateErrorStatus: status });
      textAt((await getPath(bench, `/companies?${other}`, status)).body, 'error');
      for (const value of bad)
        await getPath(bench, `/companies?${other}&${parameter}=${encodeURIComponent(value)}`, status);
    }
    const backwards = `/companies?funding_date_start=${onDay(0)}&funding_date_end=${onDay(-1)}`;
    await getPath(bench, backwards, 422);
    bench.passMinute();
    const [day, edge] = isStart ? [onDay(-20), 'fundingDateStart'] : [onDay(-20), 'fundingDateEnd'];
    const { value } = await fetchPage(bench, { [edge]: day });
    assert.equal(sentBy(bench).get(parameter), day);
    assert.ok(value.rows.length > 0);
    for (const { round } of value.rows) {
      const on = round.announcedOn ?? '';
      assert.ok(isStart ? on >= day : on <= day, `${on} is out of range`);
    }
    const calls = bench.simulator.transcript().length;
    const upside = { fundingDateStart: onDay(0), fundingDateEnd: onDay(-1) };
    assert.equal((await failureOf(fetchPage(bench, upside))).kind, 'validation');
    assert.throws(() => companiesQuery({ [edge]: '2026-02-30' }));
    assert.equal(bench.simulator.transcript().length, calls, 'nothing was sent');
  },
});

const amountRow = (letter: string, parameter: 'min_funding' | 'max_funding'): Row => ({
  id: `R-4-2-${letter}`,
  title: `${parameter}, not ${parameter.replace('funding', 'amount')}`,
  part: 'C+S',
  run: async ({ open }) => {
    const bench = await open();
    const isMin = parameter === 'min_funding';
    const bound = isMin ? '20M' : '5M';
    const everything = await idsOf(bench, '&limit=50');
    const some = await idsOf(bench, `&limit=50&${parameter}=${bound}`);
    assert.ok(some.length > 0 && some.length < everything.length);
    const wrong = await idsOf(bench, `&limit=50&${parameter.replace('funding', 'amount')}=${bound}`);
    assert.deepEqual(wrong, everything, 'the name of the other list is ignored');
    assert.deepEqual(lastCall(bench).unknownParameters, [parameter.replace('funding', 'amount')]);
    const { value } = await fetchPage(bench, { [isMin ? 'minFunding' : 'maxFunding']: bound.toLowerCase() });
    assert.equal(sentBy(bench).get(parameter), bound);
    assert.deepEqual(
      value.rows.map(({ company }) => company.companyId),
      some,
    );
    for (const { round } of value.rows) {
      const amount = round.amount?.value ?? null;
      assert.ok(amount !== null && (isMin ? amount >= 19.9e6 : amount <= 5.1e6), `${amount} is out of range`);
    }
  },
});

export const ROWS_4_PAGING: readonly Row[] = [
  dateRow('a', 'funding_date_start'),
  dateRow('b', 'funding_date_end'),
  {
    id: 'R-4-2-c',
    title: 'limit is 1 to 50 and always sent',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      for (const limit of [1, 7, 50]) assert.equal((await idsOf(bench, `&limit=${limit}`)).length, limit);
      for (const limit of ['0', '-1', 'ten', '1.5'])
        await getPath(bench, `/companies?${LAST_60_DAYS}&limit=${limit}`, 400);
      for (const limit of [1, 25, 50]) {
        const { value, receipt } = await fetchPage(bench, { limit });
        assert.equal(sentBy(bench).get('limit'), String(limit));
        assert.equal(value.rows.length, limit);
        assert.equal(receipt.cost.records, limit);
      }
      assert.throws(() => companiesQuery({ limit: 51 }));
    },
  },
  {
    id: 'R-4-2-d',
    title: 'offset is 0 to 499; pages meet without a gap',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const whole = await idsOf(bench, '&limit=50');
      const parts = [await idsOf(bench, '&limit=20'), await idsOf(bench, '&limit=30&offset=20')];
      assert.deepEqual(parts.flat(), whole);
      assert.deepEqual(await idsOf(bench, '&limit=1&offset=499'), []);
      for (const offset of ['500', '-1', 'x'])
        await getPath(bench, `/companies?${LAST_60_DAYS}&offset=${offset}`, 400);
      const { value } = await fetchPage(bench, { limit: 30, offset: 20 });
      assert.equal(sentBy(bench).get('offset'), '20');
      assert.deepEqual(
        value.rows.map(({ company }) => company.companyId),
        parts[1],
      );
      assert.throws(() => companiesQuery({ offset: 500 }));
    },
  },
  amountRow('e', 'min_funding'),
  amountRow('f', 'max_funding'),
  {
    id: 'R-4-2-v',
    title: 'stores rows, their set, positions and time',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const { body } = await getPath(bench, `/companies?${LAST_60_DAYS}&limit=20`);
      assert.deepEqual(Object.keys(Object(body)).toSorted(), ['data', 'pagination']);
      const { client, context, files } = await bench.core();
      const query = companiesQuery({ limit: 20 });
      const stored: number[] = [];
      await client.request({ endpoint: 'companies', query }, context(), (page, fetchedAtMs) => {
        storePage(files.cache, { endpoint: 'companies', query, page, fetchedAtMs });
        stored.push(fetchedAtMs);
      });
      assert.ok(Math.abs((stored[0] ?? 0) - bench.simulator.nowMs()) < 5_000, 'not the service’s time');
      const rowKeys = all(files.cache, 'SELECT position FROM query_set_row ORDER BY position');
      assert.deepEqual(
        rowKeys.map((row) => num(row, 'position')),
        Array.from({ length: 20 }, (_, index) => index),
      );
      const companies = all(files.cache, 'SELECT count(*) AS n FROM company');
      assert.equal(
        num(companies[0] ?? {}, 'n'),
        rowsOf(await getPath(bench, `/companies?${LAST_60_DAYS}&limit=20`)).length,
      );
    },
  },
  {
    id: 'R-4-2-w',
    title: 'a page turn is reserved by the client and counted by the service',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const turns = async (): Promise<number> =>
        numberAt((await getPath(bench, '/stats')).body, 'rate_limits.monthly_pagination.used');
      const { price } = await bench.core();
      for (const offset of [0, 10]) {
        const { cost } = price({ endpoint: 'companies', query: companiesQuery({ limit: 10, offset }) });
        assert.equal(cost.pageTurns, 1, 'the first page counts until a reading shows otherwise');
      }
      await fetchPage(bench, { limit: 10 });
      assert.equal(await turns(), 0);
      await fetchPage(bench, { limit: 10, offset: 10 });
      assert.equal(await turns(), 1);
      await setProfile(bench, { pageTurns: 'every-list-call' });
      await fetchPage(bench, { limit: 11 });
      assert.equal(await turns(), 2);
      const { governor } = await bench.core();
      const used = governor.status().budgets.find(({ budget }) => budget === 'page-turns');
      assert.ok((used?.used ?? 0) >= 2, 'the ledger counts less than the service');
    },
  },
  {
    id: 'R-4-2-x',
    title: 'a page that crosses 500 is clipped or refused',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ companies: 1_000 });
      const wide = `/companies?${LAST_60_DAYS.replace(onDay(-60), onDay(-1_500))}`;
      assert.ok(numberAt((await getPath(bench, `${wide}&limit=1`)).body, 'pagination.total') > 500);
      assert.equal(rowsOf(await getPath(bench, `${wide}&limit=50&offset=480`)).length, 20);
      await setProfile(bench, { crossing500: 'refused' });
      await getPath(bench, `${wide}&limit=50&offset=480`, 400);
      const { value } = await fetchPage(bench, { fundingDateStart: onDay(-1_500), offset: 480 });
      assert.equal(sentBy(bench).get('limit'), '20');
      assert.equal(value.rows.length, 20);
    },
  },
  {
    id: 'R-4-2-y',
    title: 'four sort orders; no row occurs twice in a set',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const read = (): Promise<string[]> => idsOf(bench, '&limit=50');
      const byDate = await read();
      const orders = [byDate];
      for (const sortOrder of ['id', 'shuffled', 'drifting']) {
        await setProfile(bench, { sortOrder });
        orders.push(await read());
      }
      assert.equal(new Set(orders.map((ids) => ids.join())).size, 4, 'two orders are the same');
      assert.deepEqual(orders[1], orders[1]?.toSorted());
      const drifted = await read();
      bench.passMinute();
      assert.notDeepEqual(await read(), drifted, 'it does not drift');
      const { client, context, files } = await bench.core();
      for (const offset of [0, 20, 40]) {
        const query = companiesQuery({ limit: 20, offset });
        await client.request({ endpoint: 'companies', query }, context(), (page, fetchedAtMs) => {
          storePage(files.cache, { endpoint: 'companies', query, page, fetchedAtMs });
        });
        bench.passMinute();
      }
      const rowKeys = all(files.cache, 'SELECT row_key FROM query_set_row').map((row) => row['row_key']);
      assert.ok(rowKeys.length > 20);
      assert.equal(new Set(rowKeys).size, rowKeys.length, 'a row is stored twice');
    },
  },
  {
    id: 'R-4-2-z',
    title: 'the service decides span and default limit; the client always sends both',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      for (const defaultLimit of [10, 25, 50]) {
        await setProfile(bench, { defaultLimit });
        const answer = await getPath(bench, `/companies?${LAST_60_DAYS}`);
        assert.equal(rowsOf(answer).length, defaultLimit);
        assert.equal(pick(answer.body, 'pagination.limit'), defaultLimit);
      }
      await fetchPage(bench);
      assert.ok(sentBy(bench).has('limit'));
      await setProfile(bench, { maxSpanDays: 90 });
      const long = `funding_date_start=${onDay(-90)}&funding_date_end=${onDay(0)}`;
      textAt((await getPath(bench, `/companies?${long}`, 400)).body, 'error');
      await getPath(bench, `/companies?${LAST_60_DAYS}`);
      const refused = await failureOf(fetchPage(bench, { fundingDateStart: onDay(-90) }));
      assert.deepEqual(refused, { kind: 'upstream', status: 400, code: null, retryable: false });
      const { governor } = await bench.core();
      assert.equal(governor.ledger(0, 1).rows[0]?.state, 'released', 'a 400 costs nothing');
    },
  },
];
