import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  asked,
  DAY_MS,
  fundingsQuery,
  lastCall,
  numberAt,
  RANGE,
  rowsOf,
  textAt,
  turn,
} from '../kit/requests.ts';
import {
  assertLedger,
  assertNotLess,
  countedIn,
  countersOf,
  endOf,
  lastRow,
  seqOf,
} from '../kit/match-ledger.ts';
import {
  confirm,
  confirmTwice,
  openCompany,
  refreshFilters,
  testConnection,
  agrees,
  chargedNow,
} from '../kit/actions.ts';
import { switchRow } from '../kit/switch-row.ts';

const EVENTS = `/fundings?${RANGE}`;

/** The register, rows 25 to 29: counted costs and the names of refusals. */
export const SWITCHES_25_TO_29: readonly Row[] = [
  switchRow({
    row: 25,
    what: 'what /health, /filters, /stats cost: assumed a request each',
    tries: () => ({
      healthCost: (bench, value) => informs(bench, '/health', value, testConnection),
      filtersCost: (bench, value) => informs(bench, '/filters', value, refreshFilters),
      statsCost: (bench, value) => informs(bench, '/stats', value, confirm),
    }),
  }),
  switchRow({
    row: 26,
    what: 'records of sub-resources and /filters: never fewer than charged',
    tries: () => ({
      subResourceRecords,
      filtersCost: (bench, value) => informs(bench, '/filters', value, refreshFilters),
    }),
  }),
  switchRow({
    row: 27,
    what: 'what consumes monthly_export: mirrored as records, never fewer',
    tries: () => ({
      exportCounts: async (bench, value) => {
        const app = await bench.app();
        const { rows } = await app.search({ limit: 12 });
        await app.fetchProfile(rows[0]?.companyId ?? '');
        const expected = { records: 13, 'lists-only': 12, none: 0 }[value];
        assert.equal(numberAt(await countersOf(bench), 'monthly_export.used'), expected);
        assert.ok((await countedIn(app, 'export')) >= 13);
        await confirmTwice(bench, app);
        await assertLedger(bench, app);
        await assertNotLess(bench, app);
      },
    }),
  }),
  switchRow({
    row: 28,
    what: 'names of the records and test-key limits: typed, closed, free',
    options: { keyType: 'test' },
    tries: () => ({
      recordsLimitType,
      testKeyLimitType: async (bench, value) => void (await exhaustsTestKey(bench, value)),
      recordsCheck: async (bench, value) => {
        const app = await bench.app();
        await bench.control('spend', { records: 2_990 });
        const end = await endOf(app.search({ limit: 50 }));
        assert.equal(end?.kind ?? null, value === 'would-exceed' ? 'quota-exhausted' : null);
        assert.equal(lastCall(bench).status, value === 'would-exceed' ? 429 : 200);
        await assertLedger(bench, app);
        if (value === 'exhausted') {
          await confirm(app);
          await assertNotLess(bench, app);
        } else assert.ok((await countedIn(app, 'export')) >= 2_990, 'the refusal taught nothing');
      },
    }),
  }),
  switchRow({
    row: 29,
    what: 'the test key after the 1st: open, or closed until 30 days are over',
    options: { keyType: 'test' },
    tries: () => ({
      testKeyReset: async (bench, value) => {
        const app = await exhaustsTestKey(bench, 'monthly');
        const sent = bench.simulator.transcript().length;
        assert.equal((await endOf(app.search({ limit: 5 })))?.kind, 'quota-exhausted');
        assert.equal(bench.simulator.transcript().length, sent, 'a closed class was asked again');
        bench.simulator.setNow(Date.UTC(2026, 3, 1, 0, 10));
        assert.equal((await bench.raw('/health')).status, value === 'month' ? 200 : 429);
        const end = await endOf(app.search({ limit: 5 }));
        assert.equal(end?.kind ?? null, value === 'month' ? null : 'quota-exhausted');
        assert.ok(bench.simulator.transcript().length <= sent + 2, 'it was asked again and again');
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
  await asked(bench, path);
  assert.deepEqual([chargedNow(bench).requests, chargedNow(bench).records], [requests, records]);
  const sinceSeq = seqOf(bench);
  const app = await bench.app();
  for (const times of [1, 2, 3, 4]) assert.ok((await press(app)) !== undefined, `time ${times}`);
  // Section 2.3 prices /health without records, so a record it costs shows only in the next reading.
  const isPricedBelow = path === '/health' && records > 0;
  if (!isPricedBelow) await assertLedger(bench, app, { sinceSeq, cheaper: requests === 0 });
  else await confirm(app);
  await agrees(bench, app, 'month-requests', 'monthly.used');
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
  const id = await openCompany(bench);
  bench.rest();
  for (const panel of ['contacts', 'fundings', 'open-roles']) {
    const { length } = rowsOf(await asked(bench, `/companies/${id}/${panel}`));
    assert.equal(chargedNow(bench).records, expected[value](length), panel);
  }
  const sinceSeq = seqOf(bench);
  const app = await bench.app();
  await app.fetchProfile(id);
  await app.fetchPeople(id);
  for (const panel of ['tech-stack', 'rounds', 'highlights', 'news'] as const)
    await endOf(app.fetchPanel(id, panel));
  await app.fetchRoles(id);
  await assertLedger(bench, app, { sinceSeq });
  await assertNotLess(bench, app);
}

async function recordsLimitType(bench: Bench, value: string): Promise<void> {
  const app = await bench.app();
  await bench.control('spend', { records: 3_000 });
  await turn(bench, { exportCounts: 'none' });
  const answer = await asked(bench, `${EVENTS}&limit=1`, 429);
  assert.equal(textAt(answer.body, 'limit_type'), value);
  const sent = bench.simulator.transcript().length;
  const end = await endOf(app.search({ limit: 5 }));
  if (value === 'monthly_records')
    assert.equal(end?.kind, 'rate-limited', 'an unknown limit rests for a minute');
  else {
    assert.equal(end?.kind, 'quota-exhausted');
    const names = ['month-requests', 'month-records', 'export'];
    assert.ok(end?.kind === 'quota-exhausted' && names.includes(end.budget), JSON.stringify(end));
  }
  assert.equal(bench.simulator.transcript().length, sent + 1, 'a 429 was answered by another call');
  assert.equal((await lastRow(app)).state, 'released');
  const query = fundingsQuery({ limit: 4 });
  const { decision } = await app.api.quota.price({ call: { endpoint: 'fundings', query } });
  assert.equal(decision.kind, value === 'monthly_records' ? 'wait' : 'refuse', 'the class is not closed');
}

/** Uses up the whole budget of the key, over two days because the daily budget is smaller. */
async function exhaustsTestKey(bench: Bench, value: string): Promise<AppBench> {
  const app = await bench.app();
  for (let made = 1; made < 300;) {
    const batch = Math.min(19, 300 - made);
    if (made < 200 && made + batch >= 200) bench.simulator.advance(DAY_MS);
    else bench.rest();
    await Promise.all(Array.from({ length: batch }, () => asked(bench, '/health')));
    made += batch;
  }
  bench.rest();
  const answer = await asked(bench, '/health', 429);
  assert.equal(textAt(answer.body, 'limit_type'), value);
  assert.equal(numberAt(answer.body, 'limit'), 300);
  const end = await endOf(app.search({ limit: 5 }));
  assert.equal(end?.kind, 'quota-exhausted');
  const row = await lastRow(app);
  assert.deepEqual([row.state, row.status], ['released', 429]);
  return app;
}
