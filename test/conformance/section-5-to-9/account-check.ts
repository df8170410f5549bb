import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import { assertLedger, lastSeq } from '../kit/match-ledger.ts';
import { patchNext, required, setProfile } from '../kit/requests.ts';

export const ROWS_ACCOUNT_CHECK: readonly Row[] = [
  {
    id: 'account-check',
    title: 'a check finds nothing at the documented service, and names what differs elsewhere',
    part: 'C+S',
    run: async ({ open }) => {
      await documented(await open());
      await differing(await open({ profile: { limitHeaders: 'partial' } }));
    },
  },
];

async function check(bench: Bench) {
  const { api } = await bench.app();
  const { preview } = await api.diagnostics.checkPrice({});
  assert.ok(preview.cost.requests <= 5 && preview.cost.records <= 5, JSON.stringify(preview.cost));
  return api.diagnostics.check({ accepted: preview.cost, screen: 'settings' });
}

async function documented(bench: Bench): Promise<void> {
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await app.search({ limit: 3 });
  const { requests, costs, spent } = await check(bench);
  assert.deepEqual(
    requests.map(({ endpoint, result }) => `${endpoint} ${result}`),
    ['stats ok', 'filters ok', 'fundings ok', 'company ok', 'stats ok'],
  );
  assert.deepEqual(
    requests.flatMap(({ differences, headers }) => [...differences, ...headers]),
    [],
  );
  for (const { unit, counted, least, most } of costs)
    assert.ok(counted !== null && counted >= least && counted <= most, `${unit}: ${counted}`);
  assert.equal(spent.requests, 5);
  await assertLedger(bench, app, { sinceSeq });
}

async function differing(bench: Bench): Promise<void> {
  await bench.app();
  await setProfile(bench, { statsKeys: 'missing' });
  await patchNext(bench, '/filters', { extra: 'Halden Grid' }, ['timestamp']);
  const { requests, costs } = await check(bench);
  const fieldsOf = (at: number) =>
    required(requests[at], 'no request').differences.map(({ kind, field }) => `${kind} ${field}`);
  assert.ok(fieldsOf(0).includes('missing rate_limits.monthly_export'), fieldsOf(0).join());
  assert.ok(fieldsOf(1).includes('unknown extra') && fieldsOf(1).includes('missing timestamp'));
  const headers = required(requests[2], 'no request').headers;
  assert.ok(headers.some(({ name, problem }) => name.endsWith('pagination-limit') && problem === 'missing'));
  assert.equal(costs.find(({ unit }) => unit === 'records')?.counted, null);
  assert.ok(!JSON.stringify(requests).includes('Halden'));
}
