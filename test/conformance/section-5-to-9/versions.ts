import assert from 'node:assert/strict';
import { baseUrlAdvice } from '../../../renderer/features/settings/account/base-url-advice.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { getPath, companyId, required, patchNext, pick, textAt, setProfile } from '../kit/requests.ts';
import { lastSeq } from '../kit/match-ledger.ts';
import { setFault, testConnection } from '../kit/actions.ts';

/** Rows for section 3.11 of the requirements: API versions and undocumented fields. */
export const ROWS_9: readonly Row[] = [
  {
    id: 'R-9-1',
    title: 'the version is part of the path: only /api/v1 answers',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      assert.ok(bench.simulator.baseUrl.endsWith('/api/v1'));
      const headers = { Authorization: `Bearer ${bench.apiKey}` };
      for (const path of ['/api/v2/health', '/api/health', '/health', '/api/v10/health']) {
        const response = await fetch(bench.simulator.baseUrl.replace('/api/v1', path), { headers });
        assert.equal(response.status, 404, path);
      }
      const sinceSeq = lastSeq(bench);
      const app = await bench.app();
      await app.search({ limit: 3 });
      const paths = bench.simulator.transcript(sinceSeq).map(({ path }) => path);
      assert.ok(paths.length === 2 && paths.every((path) => path.startsWith('/api/v1/')));
      assert.ok(baseUrlAdvice('https://api.example/api/v2') !== null, 'the app warns of another version');
    },
  },
  {
    id: 'R-9-2',
    title: 'records the version from /health and notices a change, blocks nothing',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      assert.equal(textAt((await getPath(bench, '/health')).body, 'version'), '1.0.0');
      const app = await bench.app();
      assert.equal((await testConnection(app)).service.version, '1.0.0');
      await setProfile(bench, { apiVersion: '1.7.0' });
      const { service } = await testConnection(app);
      assert.deepEqual([service.version, service.versionBefore], ['1.7.0', '1.0.0']);
      await patchNext(bench, '/health', {}, ['version']);
      assert.equal((await testConnection(app)).service.status, 'healthy', 'without a version');
      assert.equal((await app.search({ limit: 3 })).rows.length, 3);
    },
  },
  {
    id: 'R-9-3',
    title: 'stores Deprecation and Sunset; counts added and missing fields',
    part: 'C+S',
    run: async ({ open }) => noticesDrift(await open()),
  },
];

async function noticesDrift(bench: Bench): Promise<void> {
  const app = await bench.app();
  const id = await companyId(bench);
  const sinceSeq = bench.simulator.transcript().length;
  const quiet = await app.api.connection.service({});
  assert.deepEqual([quiet.deprecation, quiet.drift], [null, []]);
  await setFault(bench, {
    kind: 'headers',
    headers: { Deprecation: '@1700000000', Sunset: 'Tue, 01 Dec 2026 00:00:00 GMT' },
  });
  await app.fetchProfile(id);
  const deprecation = required(
    (await app.api.connection.service({})).deprecation,
    'the headers were not noticed',
  );
  assert.deepEqual(
    [deprecation.deprecation, deprecation.sunset],
    ['@1700000000', 'Tue, 01 Dec 2026 00:00:00 GMT'],
  );
  await setProfile(bench, { schemaDrift: 'fields-added' });
  assert.notEqual(pick((await getPath(bench, `/companies/${id}`)).body, 'signalScore'), undefined);
  await app.fetchProfile(id);
  await app.fetchProfile(id);
  const { drift } = await app.api.connection.service({});
  const added = drift.find(({ kind, field }) => kind === 'unknown' && field.endsWith('signalScore'));
  assert.ok(added !== undefined, JSON.stringify(drift.slice(0, 4)));
  assert.equal(added.count, 2, 'each response counts once');
  await patchNext(bench, `/companies/${id}`, { total_contacts: 'many' }, ['description']);
  await app.fetchProfile(id);
  const kinds = (await app.api.connection.service({})).drift.map(({ kind, field }) => `${kind} ${field}`);
  assert.ok(
    kinds.some((one) => one === 'missing description'),
    kinds.join(),
  );
  assert.ok(
    kinds.some((one) => one === 'type total_contacts'),
    kinds.join(),
  );
  assert.equal(bench.simulator.transcript().length - sinceSeq, 5);
  const view = await app.api.companies.get({ id });
  assert.ok(view.description !== null, 'stored data stays');
}
