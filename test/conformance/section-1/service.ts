import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseBaseUrl } from '../../../electron/core/service-api/base-url.ts';
import { baseUrlAdvice } from '../../../renderer/features/settings/account/base-url-advice.ts';
import { startSimulatorProcess } from '../../support/simulator/simulator-process.ts';
import type { Row } from '../kit/bench.ts';
import {
  getPath,
  DAY_MS,
  fundingsQuery,
  lastCall,
  listAt,
  numberAt,
  onDay,
  pick,
  LAST_60_DAYS,
} from '../kit/requests.ts';
import { rowsOf, textAt } from '../kit/requests.ts';
import { ROWS_1_SERVICE } from './responses.ts';
import { failureOf } from '../../support/common/failure.ts';

/** Rows for section 3.1 of the requirements: the purpose of the service and its prohibited uses. */
export const ROWS_1: readonly Row[] = [
  {
    id: 'R-1-1',
    title: 'the base URL includes /api/v1; each base URL has its own ledger',
    part: 'C+S',
    run: async ({ open }) => {
      const [first, second] = [await open({ companies: 50 }), await open({ companies: 50 })];
      const { baseUrl } = first.simulator;
      assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
      assert.notEqual(baseUrl, second.simulator.baseUrl, 'a random port');
      const outside = await fetch(baseUrl.replace('/api/v1', '/health'));
      assert.equal(outside.status, 404, 'no endpoint exists outside /api/v1');
      assert.deepEqual(parseBaseUrl(`${baseUrl}/`), { url: baseUrl, loopback: true });
      const otherVersion = baseUrl.replace('/v1', '/v2');
      assert.equal(parseBaseUrl(otherVersion).url, otherVersion, 'another version is not refused');
      assert.ok(baseUrlAdvice(otherVersion) !== null, 'the app warns of another version');
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
      assert.notEqual(workspace.id, app.workspace.id, 'a separate workspace');
      const { total } = await app.api.quota.ledger({ offset: 0, limit: 50 });
      assert.equal(total, 2, 'a ledger has only calls to its service');
    },
  },
  {
    id: 'R-1-2',
    title: 'recent rounds are dense; one search fetches one page',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const totalOf = async (from: number, to: number): Promise<number> => {
        const dates = `funding_date_start=${onDay(from)}&funding_date_end=${onDay(to)}`;
        return numberAt((await getPath(bench, `/fundings?${dates}&limit=1`)).body, 'pagination.total');
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
        'a search fetches one page for any total',
      );
    },
  },
  {
    id: 'R-1-3',
    title: 'a result set ends at 500 rows: clamped, refused and marked as truncated',
    part: 'C+S',
    run: async ({ open }) => {
      const wide = `funding_date_start=${onDay(-1_200)}&funding_date_end=${onDay(0)}`;
      const bench = await open({ companies: 1_000 });
      await getPath(bench, `/fundings?${wide}&offset=500&limit=1`, 400);
      const last = await getPath(bench, `/fundings?${wide}&offset=450&limit=50`);
      assert.equal(rowsOf(last).length, 50);
      assert.ok(numberAt(last.body, 'pagination.total') > 500, 'the total exceeds the reachable rows');
      assert.equal(pick(last.body, 'pagination.has_more'), false);
      await bench.control('profile', { set: { hasMoreAt500: true, offsetAbove499: 'empty-page' } });
      const claims = await getPath(bench, `/fundings?${wide}&offset=450&limit=50`);
      assert.equal(pick(claims.body, 'pagination.has_more'), true);
      assert.deepEqual(rowsOf(await getPath(bench, `/fundings?${wide}&offset=500&limit=1`)), []);
      const { client, context } = await bench.core();
      const query = fundingsQuery({ fundingDateStart: onDay(-1_200), offset: 499 });
      const { value } = await client.request({ endpoint: 'fundings', query }, context(), () => undefined);
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
    title: 'limit above 50: the client rejects it, the service clamps or answers 400',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const path = `/fundings?${LAST_60_DAYS.replace(onDay(-60), onDay(-300))}&limit=51`;
      assert.equal(textAt((await getPath(bench, path, 400)).body, 'error'), 'limit may be at most 50');
      await bench.control('profile', { set: { limitAbove50: 'clamped' } });
      assert.equal(rowsOf(await getPath(bench, path)).length, 50);
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
    title: 'the simulator prints a live and a test key',
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
    title: 'closed contacts keep the service’s hint; the app never calls a reveal',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const { rows } = await app.search();
      const old = rows.find(({ announcedOn }) => announcedOn !== null && announcedOn < onDay(-40));
      assert.ok(old !== undefined, 'no company whose window has closed');
      const id = old.companyId;
      const closed = await failureOf(app.fetchContacts(id));
      assert.equal(closed.kind, 'not-available');
      const stored = await app.api.companies.people({ id });
      assert.equal(stored.state, 'closed');
      assert.match(stored.hint ?? '', /reveal/i);
      await bench.control('reveal', { companyId: id });
      bench.simulator.advance(DAY_MS);
      await app.fetchContacts(id);
      assert.notEqual((await app.api.companies.people({ id })).state, 'closed');
      const { window, name } = (await app.api.companies.get({ id })).row;
      const revealed = { state: 'open', closesAtMs: null, isRevealed: true, contacts: 'fetched' };
      assert.deepEqual(window, revealed, 'stays revealed');
      const found = await app.api.library.open({ text: name, filters: { windows: ['open'] } });
      assert.equal(found.total, 1, 'the filter for open windows finds it');
      const fresh = rows.find(({ announcedOn }) => announcedOn !== null && announcedOn > onDay(-20));
      assert.ok(fresh !== undefined);
      await getPath(bench, `/companies/${fresh.companyId}/contacts`);
      for (const { path, method } of bench.simulator.transcript()) {
        assert.equal(method, 'GET');
        assert.doesNotMatch(path, /reveal|credit|lookup/i);
      }
    },
  },
  {
    id: 'R-1-10',
    title: 'returns the contacts of one company, and reads them again for free',
    part: 'C',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const { rows } = await app.search({ validatedContacts: true, fundingDateStart: onDay(-20) });
      const id = rows[0]?.companyId ?? '';
      await app.fetchContacts(id);
      const calls = bench.simulator.transcript().length;
      const { people, state } = await app.api.companies.people({ id });
      assert.equal(state, 'fetched');
      const usable = people.filter(({ email, emailValid }) => email !== null && emailValid);
      assert.ok(usable.length > 0, 'an address to write to');
      assert.equal(bench.simulator.transcript().length, calls, 'reading causes no request');
    },
  },
  {
    id: 'R-1-11',
    title: 'logs access to contacts; files are private; no reply holds them in bulk',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      for (const offset of [0, 10, 20])
        await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=10&offset=${offset}`);
      const audit = await bench.control('audit');
      assert.equal(numberAt(audit, 'longestWalk.pages'), 3);
      assert.equal(numberAt(audit, 'busiestMinute.calls'), 3);
      const { app, api, workspace, search } = await bench.app();
      const { set } = await search();
      const folder = join(app.dataDir, 'workspaces', workspace.id);
      assert.equal(statSync(folder).mode & 0o077, 0, 'other users can read the folder');
      for (const name of ['cache.db', 'yours.db', 'ledger.db'])
        assert.equal(statSync(join(folder, name)).mode & 0o077, 0, `other users can read ${name}`);
      const many = api.search.rows({ setId: set.setId, offset: 0, limit: 500 });
      assert.equal((await failureOf(many)).kind, 'validation');
    },
  },
  {
    id: 'R-1-12',
    title: 'the webhook is set up in the dashboard, never by the app',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const url = 'http://127.0.0.1:9/hook';
      const set = await bench.control('webhook', { url, key: 'hook-key', allAlerts: true });
      assert.equal(pick(set, 'webhookKey'), 'hook-key');
      const report = await bench.control('webhook');
      assert.ok(JSON.stringify(report).includes(url), 'the URL is shown');
      assert.ok(!JSON.stringify(report).includes('hook-key'), 'the key is not shown');
      const app = await bench.app();
      await app.search();
      const methods = new Set(bench.simulator.transcript().map(({ method }) => method));
      assert.deepEqual([...methods], ['GET']);
      assert.ok(bench.simulator.transcript().every(({ path }) => !path.includes('webhook')));
      assert.equal(listAt(await bench.control('webhook'), 'deliveries').length, 0, 'nothing was due');
    },
  },
];
