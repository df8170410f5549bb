import assert from 'node:assert/strict';
import { baseUrlAdvice } from '../../../renderer/features/settings/account/base-url-advice.ts';
import { setFault, testConnection } from '../kit/actions.ts';
import type { Row } from '../kit/bench.ts';
import { errorOf } from '../kit/match-ledger.ts';
import { required } from '../kit/requests.ts';

/** Rows for the state of the connection, the base URL and links. */
export const ROWS_CONNECTION: readonly Row[] = [
  {
    id: 'R-7-13-failing',
    title: 'a service that answers with errors is failing, not offline',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const state = async (): Promise<string> => (await app.api.connection.status({})).state;
      const faults = [
        { kind: 'status', status: 500, shape: 'json' },
        { kind: 'status', status: 520, shape: 'html' },
        { kind: 'status', status: 404, shape: 'html' },
        { kind: 'html' },
        { kind: 'redirect', location: 'https://elsewhere.example/' },
      ];
      for (const fault of faults) {
        await setFault(bench, fault);
        assert.notEqual(await errorOf(testConnection(app)), null, JSON.stringify(fault));
        assert.equal(await state(), 'failing', JSON.stringify(fault));
        await testConnection(app);
        assert.equal(await state(), 'online');
        bench.passMinute();
      }
      await bench.simulator.setOnline(false);
      assert.notEqual(await errorOf(testConnection(app)), null);
      assert.equal(await state(), 'offline');
    },
  },
  {
    id: 'R-1-1-path',
    title: 'without /api/v1 the service is not found; with the offered path it is',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ companies: 50 });
      const app = await bench.app();
      const bare = new URL(bench.simulator.baseUrl).origin;
      const connect = async (baseUrl: string) => {
        const { cost } = await app.api.workspaces.connectPrice({});
        const people = { mode: 'none' } as const;
        const key = { apiKey: bench.apiKey, place: 'session' } as const;
        return app.api.workspaces.connect({ baseUrl, ...key, people, accepted: cost, screen: 'first-run' });
      };
      assert.deepEqual(await errorOf(connect(bare)), { kind: 'not-found', what: 'service' });
      const fix = baseUrlAdvice(bare)?.fix ?? null;
      const { workspace } = await connect(required(fix, 'no correction').url);
      assert.equal(workspace.baseUrl, bench.simulator.baseUrl);
    },
  },
  {
    id: 'R-1-1-http',
    title: 'plain http to another computer is refused before anything is sent',
    part: 'C',
    run: async ({ open }) => {
      const sent: string[] = [];
      const bench = await open({
        companies: 50,
        transport: (real) => ({
          get: (request) => {
            sent.push(request.url);
            return real.get(request);
          },
        }),
      });
      const app = await bench.app();
      const before = sent.length;
      const { cost } = await app.api.workspaces.connectPrice({});
      for (const host of ['api.example', '192.168.1.4', 'localhost', '127.0.0.1.example'])
        assert.deepEqual(
          await errorOf(
            app.api.workspaces.connect({
              baseUrl: `http://${host}/api/v1`,
              apiKey: bench.apiKey,
              place: 'session',
              people: { mode: 'none' },
              accepted: cost,
              screen: 'first-run',
            }),
          ),
          { kind: 'unsupported', capability: 'http' },
          host,
        );
      assert.equal(sent.length, before);
    },
  },
  {
    id: 'R-2-13-http',
    title: 'a website over plain http opens only after its host is confirmed',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const { rows } = await app.search();
      const { companyId } = required(rows[0], 'the search has no row');
      await setFault(
        bench,
        { kind: 'patch', set: { website: 'http://plain.example/about' } },
        { match: '/companies/' },
      );
      await app.fetchProfile(companyId);
      const request = { companyId, link: { kind: 'website' } } as const;
      const requested = { how: 'confirm', host: 'plain.example' };
      assert.deepEqual(await app.api.links.open(request), requested);
      assert.deepEqual(await app.api.links.open({ ...request, confirmedHost: 'other.example' }), requested);
      assert.deepEqual(await app.api.links.open({ ...request, confirmedHost: 'plain.example' }), {
        how: 'page',
        url: 'http://plain.example/about',
      });
    },
  },
];
