import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseBaseUrl } from '../../../electron/core/service-api/base-url.ts';
import { startSimulatorProcess } from '../../support/simulator/simulator-process.ts';
import type { Row } from '../kit/bench.ts';
import {
  asked,
  DAY_MS,
  fundingsQuery,
  lastCall,
  listAt,
  numberAt,
  onDay,
  pick,
  RANGE,
} from '../kit/requests.ts';
import { rowsOf, textAt } from '../kit/requests.ts';
import { ROWS_1_SERVICE } from './responses.ts';
import { failureOf } from '../../support/common/failure.ts';

/** Section 3.1: the purpose of the service and its prohibited uses. */
export const ROWS_1: readonly Row[] = [
  {
    id: 'R-1-1',
    what: 'base URL, /api/v1, one ledger for each',
    part: 'C+S',
    run: async ({ open }) => {
      const [first, second] = [await open({ companies: 50 }), await open({ companies: 50 })];
      const { baseUrl } = first.simulator;
      assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
      assert.notEqual(baseUrl, second.simulator.baseUrl, 'a random port');
      const outside = await fetch(baseUrl.replace('/api/v1', '/health'));
      assert.equal(outside.status, 404, 'nothing is mounted outside /api/v1');
      assert.deepEqual(parseBaseUrl(`${baseUrl}/`), { url: baseUrl, loopback: true, endsInApiV1: true });
      assert.equal(parseBaseUrl(baseUrl.replace('/v1', '/v2')).endsInApiV1, false, 'a warning, no refusal');
      const app = await first.app();
      const { cost } = await app.api.workspaces.connectPrice({});
      const { workspace } = await app.api.workspaces.connect({
        baseUrl: `${second.simulator.baseUrl}/`,
        apiKey: second.apiKey,
        place: 'session',
        people: { mode: 'none' },
        accepted: cost,
        screen: 'first-run',
      });
      assert.equal(workspace.loopback, true);
      assert.equal(workspace.baseUrl, second.simulator.baseUrl);
      assert.notEqual(workspace.id, app.workspace.id, 'a workspace of its own');
      const { total } = await app.api.quota.ledger({ offset: 0, limit: 50 });
      assert.equal(total, 1, 'the ledger of one service knows nothing of the other');
    },
  },
  {
    id: 'R-1-2',
    what: 'fresh data is dense; no call takes more than a page',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const totalOf = async (from: number, to: number): Promise<number> => {
        const dates = `funding_date_start=${onDay(from)}&funding_date_end=${onDay(to)}`;
        return numberAt((await asked(bench, `/fundings?${dates}&limit=1`)).body, 'pagination.total');
      };
      const [fresh, before] = [await totalOf(-59, 0), await totalOf(-179, -120)];
      assert.ok(fresh > 2 * before, `${fresh} rounds in 60 days, ${before} in 60 days before`);
      const { search, api } = await bench.app();
      const { set } = await search();
      const tooMany = api.search.rows({ setId: set.setId, offset: 0, limit: 51 });
      assert.equal((await failureOf(tooMany)).kind, 'validation');
      assert.equal(
        bench.simulator.audit().longestWalk?.pages ?? 1,
        1,
        'a search is one page, however much there is',
      );
    },
  },
  {
    id: 'R-1-3',
    what: '500 rows of a set: clamped, refused, marked as truncated',
    part: 'C+S',
    run: async ({ open }) => {
      const wide = `funding_date_start=${onDay(-1_200)}&funding_date_end=${onDay(0)}`;
      const bench = await open({ companies: 1_000 });
      await asked(bench, `/fundings?${wide}&offset=500&limit=1`, 400);
      const last = await asked(bench, `/fundings?${wide}&offset=450&limit=50`);
      assert.equal(rowsOf(last).length, 50);
      assert.ok(numberAt(last.body, 'pagination.total') > 500, 'total may be more than can be reached');
      assert.equal(pick(last.body, 'pagination.has_more'), false);
      await bench.control('profile', { set: { hasMoreAt500: true, offsetAbove499: 'empty-page' } });
      const claims = await asked(bench, `/fundings?${wide}&offset=450&limit=50`);
      assert.equal(pick(claims.body, 'pagination.has_more'), true);
      assert.deepEqual(rowsOf(await asked(bench, `/fundings?${wide}&offset=500&limit=1`)), []);
      const { client, context } = await bench.core();
      const query = fundingsQuery({ fundingDateStart: onDay(-1_200), offset: 499 });
      const { value } = await client.fundings(query, context(), () => undefined);
      assert.equal(new URLSearchParams(lastCall(bench).query).get('limit'), '1', 'clamped');
      assert.equal(value.rows.length, 1);
      const { search } = await bench.app();
      const first = await search({ fundingDateStart: onDay(-1_200) });
      assert.equal(first.set.state, 'partial');
      for (let offset = 50; offset < 500; offset += 50)
        await search({ fundingDateStart: onDay(-1_200), offset });
      const { set } = await search({ fundingDateStart: onDay(-1_200), offset: 450 });
      assert.deepEqual([set.state, set.loaded], ['truncated', 500]);
      assert.ok(set.total > 500);
    },
  },
  {
    id: 'R-1-4',
    what: 'limit above 50: refused before sending, 400 or clamped',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const path = `/fundings?${RANGE.replace(onDay(-60), onDay(-300))}&limit=51`;
      assert.equal(textAt((await asked(bench, path, 400)).body, 'error'), 'limit may be at most 50');
      await bench.control('profile', { set: { limitAbove50: 'clamped' } });
      assert.equal(rowsOf(await asked(bench, path)).length, 50);
      const { api, accepted } = await bench.app();
      const before = bench.simulator.transcript().length;
      const query = { ...fundingsQuery(), limit: 51 };
      const cost = await accepted({ endpoint: 'fundings', query: fundingsQuery() });
      const refused = api.search.run({
        question: { list: 'fundings', query },
        accepted: cost,
        screen: 'search',
      });
      assert.equal((await failureOf(refused)).kind, 'validation');
      assert.equal(bench.simulator.transcript().length, before, 'nothing was sent');
    },
  },
  ...ROWS_1_SERVICE,
  {
    id: 'R-1-7',
    what: 'the simulator prints a live and a test key',
    part: 'S',
    run: async () => {
      const simulator = await startSimulatorProcess(['--companies', '20']);
      try {
        for (const [type, key] of [
          ['live', simulator.liveKey],
          ['test', simulator.testKey],
        ] as const) {
          const headers = { Authorization: `Bearer ${key}` };
          const answer = await fetch(`${simulator.baseUrl}/stats`, { headers });
          assert.equal(answer.status, 200);
          assert.equal(pick(await answer.json(), 'api_key.type'), type);
        }
      } finally {
        await simulator.stop();
      }
    },
  },
  {
    id: 'R-1-9',
    what: 'window and reveal; closed keeps its hint; no reveal is called',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const { rows } = await app.search();
      const old = rows.find(({ announcedOn }) => announcedOn !== null && announcedOn < onDay(-40));
      assert.ok(old !== undefined, 'no company whose window has closed');
      const id = old.companyId;
      const closed = await failureOf(app.fetchPeople(id));
      assert.equal(closed.kind, 'not-available');
      const kept = await app.api.companies.people({ id });
      assert.equal(kept.state, 'closed');
      assert.match(kept.hint ?? '', /reveal/i);
      await bench.control('reveal', { companyId: id });
      bench.simulator.advance(DAY_MS);
      await app.fetchPeople(id);
      assert.notEqual((await app.api.companies.people({ id })).state, 'closed');
      const { window } = (await app.api.companies.get({ id })).row;
      assert.deepEqual(window, { state: 'open', closesAtMs: null }, 'revealed for good');
      const fresh = rows.find(({ announcedOn }) => announcedOn !== null && announcedOn > onDay(-20));
      assert.ok(fresh !== undefined);
      await asked(bench, `/companies/${fresh.companyId}/contacts`);
      for (const { path, method } of bench.simulator.transcript()) {
        assert.equal(method, 'GET');
        assert.doesNotMatch(path, /reveal|credit|lookup/i);
      }
    },
  },
  {
    id: 'R-1-10',
    what: 'people of one company, read again for nothing',
    part: 'C',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const { rows } = await app.search({ validatedContacts: true, fundingDateStart: onDay(-20) });
      const id = rows[0]?.companyId ?? '';
      await app.fetchPeople(id);
      const calls = bench.simulator.transcript().length;
      const { people, state } = await app.api.companies.people({ id });
      assert.equal(state, 'fetched');
      const usable = people.filter(({ email, emailValid }) => email !== null && emailValid);
      assert.ok(usable.length > 0, 'an address to write to');
      assert.equal(bench.simulator.transcript().length, calls, 'reading costs no call');
    },
  },
  {
    id: 'R-1-11',
    what: 'access pattern audited; files are the owner’s only; no bulk reply',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      for (const offset of [0, 10, 20]) await asked(bench, `/fundings?${RANGE}&limit=10&offset=${offset}`);
      const audit = await bench.control('audit');
      assert.equal(numberAt(audit, 'longestWalk.pages'), 3);
      assert.equal(numberAt(audit, 'busiestMinute.calls'), 3);
      const { app, api, workspace, search } = await bench.app();
      const { set } = await search();
      const folder = join(app.dataDir, 'workspaces', workspace.id);
      assert.equal(statSync(folder).mode & 0o077, 0, 'the folder is open to others');
      for (const name of ['cache.db', 'yours.db', 'ledger.db'])
        assert.equal(statSync(join(folder, name)).mode & 0o077, 0, `${name} is open to others`);
      const many = api.search.rows({ setId: set.setId, offset: 0, limit: 500 });
      assert.equal((await failureOf(many)).kind, 'validation');
    },
  },
  {
    id: 'R-1-12',
    what: 'webhook set in the simulator’s own controls, never by the app',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const url = 'http://127.0.0.1:9/hook';
      const set = await bench.control('webhook', { url, key: 'hook-key', allAlerts: true });
      assert.equal(pick(set, 'webhookKey'), 'hook-key');
      const report = await bench.control('webhook');
      assert.ok(JSON.stringify(report).includes(url), 'the URL is shown');
      assert.ok(!JSON.stringify(report).includes('hook-key'), 'the key is not');
      const app = await bench.app();
      await app.search();
      const methods = new Set(bench.simulator.transcript().map(({ method }) => method));
      assert.deepEqual([...methods], ['GET']);
      assert.ok(bench.simulator.transcript().every(({ path }) => !path.includes('webhook')));
      assert.equal(listAt(await bench.control('webhook'), 'deliveries').length, 0, 'nothing was due');
    },
  },
];
