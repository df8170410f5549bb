import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { HttpRequest } from '../../../electron/core/ports.ts';
import { openRolesQuerySchema } from '../../../shared/model/query.ts';
import { GENEROUS } from '../kit/core-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  findCompany,
  fundingsQuery,
  ignore,
  lastCall,
  listAt,
  numberAt,
  onDay,
  patchNext,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';
import { failureOf } from '../../support/common/failure.ts';

/** Rows for section 3.7 of the requirements: requests, health, roles, events, filters. */
export const ROWS_4_ENDPOINTS: readonly Row[] = [
  {
    id: 'R-4-0',
    title: 'sends GET with the key in the header only, with time limits',
    part: 'C+S',
    run: async ({ open }) => {
      const seen: HttpRequest[] = [];
      const bench = await open({
        companies: 50,
        transport: (real) => ({ get: (request) => (seen.push(request), real.get(request)) }),
      });
      const key = bench.apiKey;
      assert.equal(
        (await bench.raw('/health', { headers: { Authorization: '', authorization: `Bearer ${key}` } }))
          .status,
        200,
      );
      assert.equal(await statusWith(bench, { AUTHORIZATION: `Bearer ${key}` }), 200);
      for (const value of [
        key,
        `Basic ${key}`,
        `bearer ${key}`,
        `Bearer  ${key}`,
        `Bearer ${key}x`,
        'Bearer',
        '',
      ])
        assert.equal((await bench.raw('/health', { headers: { Authorization: value } })).status, 401, value);
      for (const name of ['api_key', 'key', 'Authorization'])
        assert.equal((await bench.raw(`/health?${name}=${key}`)).status, 401, 'a key in the URL');
      const { client, context } = await bench.core();
      await client.request({ endpoint: 'health' }, context(), ignore);
      const [request] = seen;
      assert.ok(request !== undefined && request.url === `${bench.simulator.baseUrl}/health`);
      assert.deepEqual(Object.keys(request.headers).toSorted(), ['Accept', 'Authorization', 'User-Agent']);
      assert.equal(request.headers['Authorization'], `Bearer ${key}`);
      assert.equal(request.headers['Accept'], 'application/json');
      assert.match(request.headers['User-Agent'] ?? '', /^Roundwatch\//);
      assert.deepEqual([request.headTimeoutMs, request.totalTimeoutMs], [15_000, 30_000]);
      assert.ok(!request.url.includes(key));
      assert.ok(
        bench.simulator.transcript().every(({ query }) => !query.includes(key)),
        'the key was stored',
      );
    },
  },
  {
    id: 'R-4-1',
    title: 'health has four fields; other status words and slow answers work',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ companies: 50 });
      const { body } = await getPath(bench, '/health');
      assert.deepEqual(Object.keys(Object(body)), ['status', 'timestamp', 'message', 'version']);
      assert.equal(pick(body, 'status'), 'healthy');
      assert.equal(numberAt(body, 'timestamp'), Math.floor(bench.simulator.nowMs() / 1_000));
      const { client, context, price } = await bench.core();
      assert.equal(price({ endpoint: 'health' }).cost.requests, 1);
      for (const healthStatus of ['healthy', 'unhealthy']) {
        await setProfile(bench, { healthStatus });
        const { value } = await client.request({ endpoint: 'health' }, context(), ignore);
        assert.deepEqual([value.status, value.version], [healthStatus, '1.0.0']);
      }
      await patchNext(bench, '/health', { status: 'partly cloudy' });
      assert.equal(
        (await client.request({ endpoint: 'health' }, context(), ignore)).value.status,
        'partly cloudy',
      );
      await bench.control('faults', { faults: [{ action: { kind: 'delay', ms: 150 } }] });
      const startedMs = performance.now();
      await client.request({ endpoint: 'health' }, context(), ignore);
      assert.ok(performance.now() - startedMs > 140, 'it was not slow');
      const app = await bench.app();
      const { service } = await app.api.connection.test({ accepted: GENEROUS, screen: 'settings' });
      assert.deepEqual([service.status, service.version], ['unhealthy', '1.0.0']);
      const polled = bench.simulator.transcript().length;
      await app.api.connection.service({});
      assert.equal(bench.simulator.transcript().length, polled, 'never polled');
    },
  },
  {
    id: 'R-4-8',
    title: 'open roles: single filters, pages, 400 and 404',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await findCompany(
        bench,
        async (one) => rowsOf(await getPath(bench, `/companies/${one}/open-roles?per_page=50`)).length > 4,
        'with five roles',
      );
      bench.passMinute();
      await rolesOfService(bench, id);
      bench.passMinute();
      await rolesOfClient(bench, id);
    },
  },
  {
    id: 'R-4-10',
    title: 'events use min_amount, never min_funding; a company can have several',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const total = async (query: string): Promise<number> =>
        numberAt(
          (await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=1${query}`)).body,
          'pagination.total',
        );
      const all = await total('');
      for (const query of [
        '&min_amount=20M',
        '&max_amount=5M',
        '&currency=EUR',
        '&countries=GB',
        '&stages=seed',
      ]) {
        const some = await total(query);
        assert.ok(some > 0 && some < all, `${query}: ${some} of ${all}`);
      }
      const some = await total('&min_amount=20M');
      assert.equal(await total('&min_funding=20M'), all, 'the name of the other list is ignored');
      assert.deepEqual(lastCall(bench).unknownParameters, ['min_funding']);
      const { client, context } = await bench.core();
      const query = fundingsQuery({
        minAmount: '20M',
        maxAmount: '10B',
        hasOpenRoles: true,
        hiringDepartments: ['it'],
      });
      await client.request({ endpoint: 'fundings', query }, context(), ignore);
      const names = new Set([...new URLSearchParams(lastCall(bench).query).keys()]);
      for (const name of [
        'min_amount',
        'max_amount',
        'has_open_roles',
        'hiring_departments[]',
        'limit',
        'offset',
      ])
        assert.ok(names.has(name), name);
      assert.equal(lastCall(bench).unknownParameters, undefined);
      const found = await client.request(
        { endpoint: 'fundings', query: fundingsQuery({ minAmount: '20M' }) },
        context(),
        ignore,
      );
      assert.equal(found.value.total, some);
      const app = await bench.app();
      const wide = await app.search({ fundingDateStart: onDay(-1_200), hasOpenRoles: true });
      const companies = new Set(wide.rows.map((row) => row.companyId));
      assert.ok(companies.size < wide.rows.length, 'no company with two events');
      assert.equal(new Set(wide.rows.map((row) => row.roundId)).size, wide.rows.length);
    },
  },
  {
    id: 'R-4-11',
    title: 'filters: one snapshot with its age',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const { body } = await getPath(bench, '/filters');
      assert.deepEqual(Object.keys(Object(body)).toSorted(), ['data', 'success', 'timestamp']);
      assert.deepEqual(Object.keys(Object(pick(body, 'data'))).toSorted(), [
        'company_sizes',
        'countries',
        'currencies',
        'industries',
        'stages',
        'tags',
        'technologyOptions',
      ]);
      const sizes = listAt(body, 'data.company_sizes');
      assert.deepEqual(sizes, ['1-10', '11-50', '51-200', '201-1000', '1000+']);
      const app = await bench.app();
      const refresh = () => app.api.search.refreshFilters({ accepted: GENEROUS, screen: 'search' });
      const { receipt } = await refresh();
      assert.equal(receipt.cost.requests, 1);
      const first = await app.api.search.suggest({ field: 'companySizes', text: '' });
      assert.deepEqual(
        first.values.map(({ value }) => value),
        sizes,
      );
      bench.simulator.advance(60_000);
      await refresh();
      const second = await app.api.search.suggest({ field: 'companySizes', text: '' });
      assert.ok((second.fetchedAtMs ?? 0) > (first.fetchedAtMs ?? 0), 'no age');
      assert.equal(app.read('cache', 'SELECT * FROM filter_snapshot').length, 1);
    },
  },
];

/**
 * Sends a request and returns the status of the response. Uses node:http, because it preserves the case of
 * header names.
 */
const statusWith = (bench: Bench, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = get(`${bench.simulator.baseUrl}/health`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
  });

async function rolesOfService(bench: Bench, id: string): Promise<void> {
  const path = `/companies/${id}/open-roles`;
  const everything = rowsOf(await getPath(bench, `${path}?per_page=50`));
  const department = textAt(everything[0], 'hunterDepartment');
  const seniority = textAt(everything[0], 'hunterSeniority');
  for (const [query, name, value] of [
    [`department=${department}`, 'hunterDepartment', department],
    [`seniority=${seniority}`, 'hunterSeniority', seniority],
  ] as const) {
    const some = rowsOf(await getPath(bench, `${path}?per_page=50&${query}`));
    const expected = everything.filter((role) => pick(role, name) === value);
    assert.deepEqual(
      some.map((role) => pick(role, 'id')),
      expected.map((role) => pick(role, 'id')),
    );
  }
  const word = textAt(everything[0], 'title').split(/[ ,]+/).at(-1) ?? '';
  for (const role of rowsOf(await getPath(bench, `${path}?search=${encodeURIComponent(word)}`)))
    assert.ok(textAt(role, 'title').toLowerCase().includes(word.toLowerCase()));
  const pages = [1, 2, 3].map((page) => getPath(bench, `${path}?per_page=2&page=${page}`));
  const ids = (await Promise.all(pages)).flatMap(rowsOf).map((role) => pick(role, 'id'));
  assert.deepEqual(
    ids,
    everything.slice(0, 6).map((role) => pick(role, 'id')),
  );
  assert.equal(numberAt((await getPath(bench, path)).body, 'pagination.per_page'), 25);
  for (const query of ['page=0', 'page=-1', 'page=x', 'per_page=0', 'per_page=1.5'])
    textAt((await getPath(bench, `${path}?${query}`, 400)).body, 'error');
  textAt((await getPath(bench, '/companies/nobody/open-roles', 404)).body, 'error');
  bench.passMinute();
  await getPath(bench, `${path}?per_page=51`);
  await setProfile(bench, { perPageAbove50: 'refused', pageBeyondEnd: '404' });
  await getPath(bench, `${path}?per_page=51`, 400);
  await getPath(bench, `${path}?per_page=50&page=9`, 404);
}

async function rolesOfClient(bench: Bench, id: string): Promise<void> {
  const query = (change: object = {}) => openRolesQuerySchema.parse({ page: 1, perPage: 25, ...change });
  const { client, context, price } = await bench.core();
  const { value, receipt } = await client.request(
    { endpoint: 'open-roles', companyId: id, query: query({ department: 'it' }) },
    context(),
    ignore,
  );
  assert.equal(lastCall(bench).query, 'department=it&page=1&per_page=25');
  assert.equal(receipt.cost.records, value.roles.length + value.setAside);
  assert.ok(value.roles.every(({ department }) => department === 'it'));
  assert.equal(price({ endpoint: 'open-roles', companyId: id, query: query() }).cost.pageTurns, 1);
  for (const wrong of [
    { page: 0 },
    { perPage: 51 },
    { perPage: 0 },
    { department: ['it'] },
    { department: 'bees' },
  ])
    assert.throws(() => query(wrong), JSON.stringify(wrong));
  const odd = {
    id: 4_294_967_296,
    title: 'Stargazer',
    hunterDepartment: 'astronomy',
    hunterSeniority: 'lead',
  };
  await patchNext(bench, `/companies/${id}/open-roles`, { data: [odd] });
  const [role] = (
    await client.request(
      { endpoint: 'open-roles', companyId: id, query: query({ perPage: 1 }) },
      context(),
      ignore,
    )
  ).value.roles;
  assert.deepEqual([role?.roleId, role?.department, role?.seniority], ['4294967296', 'astronomy', 'lead']);
  const beyond = await failureOf(
    client.request(
      { endpoint: 'open-roles', companyId: id, query: query({ page: 9, perPage: 50 }) },
      context(),
      ignore,
    ),
  );
  assert.equal(beyond.kind === 'not-available' && beyond.what, 'page');
  const unknown = await failureOf(
    client.request({ endpoint: 'open-roles', companyId: 'nobody', query: query() }, context(), ignore),
  );
  assert.deepEqual(unknown, { kind: 'not-found', what: 'company' });
}
