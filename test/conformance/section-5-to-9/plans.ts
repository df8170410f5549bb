import assert from 'node:assert/strict';
import { KEY_CHECK } from '../../support/common/key-check.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { assertCountsEnough, assertLedger, errorOf, lastRow, serviceCounters } from '../kit/match-ledger.ts';
import { companyIds, getPath, numberAt } from '../kit/requests.ts';
import { fetchUsage, testConnection } from '../kit/actions.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Accounts whose limits, resets and keys differ from the documented ones. */
export const ROWS_PLANS: readonly Row[] = [
  {
    id: 'plan-1',
    title: 'a used-up test key closes no budget of the live key',
    part: 'C+S',
    run: async ({ open }) => testKeyUsedUp(await open({ profile: { limits: 'other' }, keyType: 'test' })),
  },
  {
    id: 'plan-2',
    title: 'a day that resets at 06:30 UTC reopens then, with its counters',
    part: 'C+S',
    run: async ({ open }) => shiftedDay(await open({ profile: { resets: 'shifted' } })),
  },
  {
    id: 'plan-3',
    title: 'minute 7, day 30, companies 5, records 10,000: no 429, and equal figures',
    part: 'C+S',
    run: async ({ open }) => otherLimits(await open({ profile: { limits: 'other' } })),
  },
  {
    id: 'plan-rolling',
    title: 'a rolling window reopens on time, counters included',
    part: 'C+S',
    run: async ({ open }) => rollingDay(await open({ profile: { limits: 'other', resets: 'rolling' } })),
  },
  {
    id: 'plan-4',
    title: 'a new key is checked with one request before it replaces the old one',
    part: 'C+S',
    run: async ({ open }) => replacesKey(await open()),
  },
];

const budgetOf = async (app: Awaited<ReturnType<Bench['app']>>, name: string) => {
  const { budgets } = await app.api.quota.status({});
  return budgets.find(({ budget }) => budget === name) ?? null;
};
const refusals = (bench: Bench): number =>
  bench.simulator.transcript().filter(({ status }) => status === 429).length;

async function testKeyUsedUp(bench: Bench): Promise<void> {
  const app = await bench.app();
  for (let call = 0; call < 11; call += 1) {
    if (call % 6 === 5) bench.passMinute();
    await getPath(bench, '/health');
  }
  bench.passMinute();
  const end = await errorOf(app.search({ limit: 2 }));
  assert.ok(end?.kind === 'quota-exhausted' && end.budget === 'test-key', JSON.stringify(end));
  assert.equal((await budgetOf(app, 'month-requests'))?.limit, 5_000);
  const { liveKey } = bench.simulator;
  await app.api.keys.setApiKey({ apiKey: liveKey, place: 'session', sameAccount: true, ...KEY_CHECK });
  assert.ok((await app.search({ limit: 2 })).rows.length > 0);
  assert.equal(await budgetOf(app, 'test-key'), null);
  assert.equal(refusals(bench), 1);
}

async function shiftedDay(bench: Bench): Promise<void> {
  const app = await bench.app();
  await bench.control('spend', { requests: 299 });
  bench.passMinute();
  const end = await errorOf(app.search({ limit: 2 }));
  assert.ok(end?.kind === 'quota-exhausted' && end.budget === 'day', JSON.stringify(end));
  const reset = new Date(end.resetsAtMs);
  assert.deepEqual([reset.getUTCHours(), reset.getUTCMinutes()], [6, 30]);
  // The bench starts at noon, so advancing by 13 hours passes midnight.
  bench.simulator.advance(13 * HOUR_MS);
  assert.equal((await errorOf(app.search({ limit: 2 })))?.kind, 'quota-exhausted', 'midnight is no reset');
  assert.equal((await lastRow(app)).state, 'refused');
  bench.simulator.advance(5.6 * HOUR_MS);
  await app.search({ limit: 2 });
  // The next reset that the service reports is at the same time of day as the previous one. From this, the
  // app concludes that the daily limit is not a rolling one. It then stops counting the requests made before
  // the reset.
  await fetchUsage(app);
  assert.equal((await budgetOf(app, 'day'))?.used, numberAt(await serviceCounters(bench), 'daily.used'));
  await testConnection(app);
  assert.equal(refusals(bench), 1);
}

/**
 * Tests an account that allows 30 requests within any 24 hours. Uses up these requests in about four hours,
 * and then sends each further request as soon as the app allows it.
 */
async function rollingDay(bench: Bench): Promise<void> {
  const app = await bench.app();
  const inDay = async (): Promise<number> => numberAt(await serviceCounters(bench), 'daily.used');
  const search = async (offset: number) => errorOf(app.search({ limit: 1, offset }));
  for (let call = 0; call < 4; call += 1) {
    for (let at = 0; at < 4; at += 1) assert.equal(await search(call * 4 + at), null);
    bench.simulator.advance(HOUR_MS);
  }
  await fetchUsage(app);
  for (let offset = 20; (await inDay()) < 30; offset += 1) {
    if (offset % 4 === 0) bench.passMinute();
    assert.equal(await search(offset), null);
  }
  const refused = await search(40);
  assert.ok(refused?.kind === 'quota-exhausted' && refused.budget === 'day', JSON.stringify(refused));
  let waits = 0;
  for (let freed = 0; freed < 12; freed += 1) {
    const day = await budgetOf(app, 'day');
    const waitMs = (day?.resetsAtMs ?? 0) - bench.simulator.nowMs();
    assert.ok(waitMs < DAY_MS, `opens in ${waitMs} ms`);
    if (day?.left === 0) {
      waits += 1;
      // Shortly before the reset, the app refuses the request. Shortly after the reset, the request succeeds.
      bench.simulator.advance(Math.max(0, waitMs - MINUTE_MS));
      if (waitMs > MINUTE_MS) assert.equal((await search(50 + freed))?.kind, 'quota-exhausted');
      bench.simulator.advance(2 * MINUTE_MS);
    } else bench.passMinute();
    assert.equal(await search(50 + freed), null);
    await assertCountsEnough(bench, app);
  }
  assert.ok(waits >= 2, `${waits} waits`);
  bench.simulator.advance(5 * MINUTE_MS);
  await fetchUsage(app);
  assert.equal((await budgetOf(app, 'day'))?.used, await inDay());
  assert.equal(refusals(bench), 0);
}

async function otherLimits(bench: Bench): Promise<void> {
  const ids = (await companyIds(bench)).slice(0, 6);
  bench.passMinute();
  const app = await bench.app();
  await app.search({ limit: 10 });
  for (const id of ids.slice(0, 5)) {
    bench.passMinute();
    await app.fetchProfile(id);
  }
  const end = await errorOf(app.fetchProfile(ids[5] ?? ''));
  assert.ok(end?.kind === 'quota-exhausted' && end.budget === 'companies-day', JSON.stringify(end));
  assert.equal((await lastRow(app)).state, 'refused');
  assert.equal((await budgetOf(app, 'month-records'))?.limit, 10_000);
  assert.equal((await budgetOf(app, 'minute'))?.limit, 7);
  const counters = await serviceCounters(bench);
  assert.equal((await budgetOf(app, 'companies-day'))?.used, numberAt(counters, 'daily_company_detail.used'));
  for (let call = 0; call < 30; call += 1) {
    if (call % 6 === 5) bench.passMinute();
    const refused = await errorOf(app.search({ limit: 1, offset: call }));
    if (refused === null) continue;
    assert.ok(refused.kind === 'quota-exhausted' && refused.budget === 'day', JSON.stringify(refused));
    break;
  }
  assert.equal((await budgetOf(app, 'day'))?.left, 0);
  assert.equal(refusals(bench), 0);
}

async function replacesKey(bench: Bench): Promise<void> {
  const app = await bench.app();
  const calls = bench.simulator.transcript().length;
  const replace = (apiKey: string) =>
    app.api.keys.setApiKey({ apiKey, place: 'session', sameAccount: true, ...KEY_CHECK });
  const refused = await errorOf(replace('fs_live_wrong'));
  assert.ok(refused?.kind === 'unauthorized', JSON.stringify(refused));
  assert.equal(bench.simulator.transcript().length, calls + 1);
  assert.ok((await app.search({ limit: 2 })).rows.length > 0, 'the old key still works');
  await replace(bench.simulator.testKey);
  const { workspaces } = await app.api.workspaces.list({});
  assert.deepEqual(
    workspaces.map(({ keyType }) => keyType),
    ['test'],
  );
  await app.search({ limit: 3 });
  await assertLedger(bench, app);
}
