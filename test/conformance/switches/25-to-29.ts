import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  DAY_MS,
  fundingsQuery,
  lastCall,
  numberAt,
  LAST_60_DAYS,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';
import {
  assertLedger,
  assertCountsEnough,
  appCount,
  serviceCounters,
  errorOf,
  lastRow,
  lastSeq,
} from '../kit/match-ledger.ts';
import {
  fetchUsage,
  fetchUsageTwice,
  companyWithContacts,
  refreshFilters,
  testConnection,
  assertEqualAfterReadings,
  chargedNow,
} from '../kit/actions.ts';
import { switchRow } from '../kit/switch-row.ts';

const EVENTS = `/fundings?${LAST_60_DAYS}`;

/** Rows 25 to 29 of the register of open questions: the costs of calls, and the names of limits in a 429. */
export const SWITCHES_25_TO_29: readonly Row[] = [
  switchRow({
    row: 25,
    title: 'cost of /health, /filters, /stats: assumed one request each',
    attempts: () => ({
      healthCost: (bench, value) => informs(bench, '/health', value, testConnection),
      filtersCost: (bench, value) => informs(bench, '/filters', value, refreshFilters),
      statsCost: (bench, value) => informs(bench, '/stats', value, fetchUsage),
    }),
  }),
  switchRow({
    row: 26,
    title: 'records of sub-resources and /filters: never fewer than charged',
    attempts: () => ({
      subResourceRecords,
      filtersCost: (bench, value) => informs(bench, '/filters', value, refreshFilters),
    }),
  }),
  switchRow({
    row: 27,
    title: 'requests counted in monthly_export: mirrored as records, never fewer',
    attempts: () => ({
      exportCounts: async (bench, value) => {
        const app = await bench.app();
        const { rows } = await app.search({ limit: 12 });
        await app.fetchProfile(rows[0]?.companyId ?? '');
        const expected = { records: 13, 'lists-only': 12, none: 0 }[value];
        assert.equal(numberAt(await serviceCounters(bench), 'monthly_export.used'), expected);
        assert.ok((await appCount(app, 'export')) >= 13);
        await fetchUsageTwice(bench, app);
        await assertLedger(bench, app);
        await assertCountsEnough(bench, app);
      },
    }),
  }),
  switchRow({
    row: 28,
    title: 'names of the record and test-key limits: typed, closed, free',
    options: { keyType: 'test' },
    attempts: () => ({
      recordsLimitType,
      testKeyLimitType: async (bench, value) => void (await exhaustsTestKey(bench, value)),
      recordsCheck: async (bench, value) => {
        const app = await bench.app();
        await bench.control('spend', { records: 2_990 });
        const end = await errorOf(app.search({ limit: 50 }));
        assert.equal(end?.kind ?? null, value === 'would-exceed' ? 'quota-exhausted' : null);
        assert.equal(lastCall(bench).status, value === 'would-exceed' ? 429 : 200);
        await assertLedger(bench, app);
        if (value === 'exhausted') {
          await fetchUsage(app);
          await assertCountsEnough(bench, app);
        } else assert.ok((await appCount(app, 'export')) >= 2_990, 'the app did not learn from the refusal');
      },
    }),
  }),
  switchRow({
    row: 29,
    title: 'test key after the 1st: open, or closed until 30 days have passed',
    options: { keyType: 'test' },
    attempts: () => ({
      testKeyReset: async (bench, value) => {
        const app = await exhaustsTestKey(bench, 'monthly');
        const sent = bench.simulator.transcript().length;
        assert.equal((await errorOf(app.search({ limit: 5 })))?.kind, 'quota-exhausted');
        assert.equal(bench.simulator.transcript().length, sent, 'a request was sent on a closed budget');
        bench.simulator.setNow(Date.UTC(2026, 3, 1, 0, 10));
        assert.equal((await bench.raw('/health')).status, value === 'month' ? 200 : 429);
        const end = await errorOf(app.search({ limit: 5 }));
        assert.equal(end?.kind ?? null, value === 'month' ? null : 'quota-exhausted');
        assert.ok(bench.simulator.transcript().length <= sent + 2, 'requests were sent repeatedly');
      },
    }),
  }),
];

type AppBench = Awaited<ReturnType<Bench['app']>>;

async function informs(
  bench: Bench,
  path: string,
  { requests, records }: { readonly requests: number; readonly records: number },
  press: (app: AppBench) => Promise<unknown>,
): Promise<void> {
  await getPath(bench, path);
  assert.deepEqual([chargedNow(bench).requests, chargedNow(bench).records], [requests, records]);
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  for (const times of [1, 2, 3, 4]) assert.ok((await press(app)) !== undefined, `time ${times}`);
  // The app assumes that `/health` costs no records. If the service does charge a record, only `/stats` shows
  // the charge.
  const isPricedBelow = path === '/health' && records > 0;
  if (!isPricedBelow) await assertLedger(bench, app, { sinceSeq, mayCostLess: requests === 0 });
  else await fetchUsage(app);
  await assertEqualAfterReadings(bench, app, 'month-requests', 'monthly.used');
}

async function subResourceRecords(
  bench: Bench,
  value: 'rows' | 'rows-min-1' | 'one' | 'none',
): Promise<void> {
  const expected = {
    rows: (n: number) => n,
    'rows-min-1': (n: number) => Math.max(1, n),
    one: () => 1,
    none: () => 0,
  };
  const id = await companyWithContacts(bench);
  bench.passMinute();
  for (const panel of ['contacts', 'fundings', 'open-roles']) {
    const { length } = rowsOf(await getPath(bench, `/companies/${id}/${panel}`));
    assert.equal(chargedNow(bench).records, expected[value](length), panel);
  }
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await app.fetchProfile(id);
  await app.fetchContacts(id);
  for (const panel of ['tech-stack', 'rounds', 'highlights', 'news'] as const)
    await errorOf(app.fetchPanel(id, panel));
  await app.fetchRoles(id);
  await assertLedger(bench, app, { sinceSeq });
  await assertCountsEnough(bench, app);
}

async function recordsLimitType(bench: Bench, value: string): Promise<void> {
  const app = await bench.app();
  await bench.control('spend', { records: 3_000 });
  await setProfile(bench, { exportCounts: 'none' });
  const answer = await getPath(bench, `${EVENTS}&limit=1`, 429);
  assert.equal(textAt(answer.body, 'limit_type'), value);
  const sent = bench.simulator.transcript().length;
  const end = await errorOf(app.search({ limit: 5 }));
  if (value === 'monthly_records')
    assert.equal(end?.kind, 'rate-limited', 'an unknown limit pauses for a minute');
  else {
    assert.equal(end?.kind, 'quota-exhausted');
    const names = ['month-requests', 'month-records', 'export'];
    assert.ok(end?.kind === 'quota-exhausted' && names.includes(end.budget), JSON.stringify(end));
  }
  assert.equal(
    bench.simulator.transcript().length,
    sent + 1,
    'the app reacted to a 429 with another request',
  );
  assert.equal((await lastRow(app)).state, 'released');
  const query = fundingsQuery({ limit: 4 });
  const { decision } = await app.api.quota.price({ call: { endpoint: 'fundings', query } });
  assert.equal(decision.kind, value === 'monthly_records' ? 'wait' : 'refuse', 'the class is not closed');
}

/**
 * Uses up the test key's 300 requests. The daily budget is smaller than that, so the requests are made on two
 * days.
 */
async function exhaustsTestKey(bench: Bench, value: string): Promise<AppBench> {
  const app = await bench.app();
  for (let made = 1; made < 300;) {
    const batch = Math.min(19, 300 - made);
    if (made < 200 && made + batch >= 200) bench.simulator.advance(DAY_MS);
    else bench.passMinute();
    await Promise.all(Array.from({ length: batch }, () => getPath(bench, '/health')));
    made += batch;
  }
  bench.passMinute();
  const answer = await getPath(bench, '/health', 429);
  assert.equal(textAt(answer.body, 'limit_type'), value);
  assert.equal(numberAt(answer.body, 'limit'), 300);
  const end = await errorOf(app.search({ limit: 5 }));
  assert.equal(end?.kind, 'quota-exhausted');
  const row = await lastRow(app);
  assert.deepEqual([row.state, row.status], ['released', 429]);
  return app;
}
