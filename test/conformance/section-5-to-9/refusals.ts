import assert from 'node:assert/strict';
import type { Budget } from '../../../shared/model/budget.ts';
import { type Core } from '../kit/core-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companyId,
  companyIds,
  fundingsQuery,
  required,
  ignore,
  lastCall,
  numberAt,
  pick,
  LAST_60_DAYS,
  textAt,
} from '../kit/requests.ts';
import { appCount, serviceCounters, errorOf, lastRow, ledgerOf, lastSeq } from '../kit/match-ledger.ts';
import { setFault } from '../kit/actions.ts';
import { withPrefix } from '../kit/switch-row.ts';
import { failureOf } from '../../support/common/failure.ts';

const EVENTS = `/fundings?${LAST_60_DAYS}`;
const MIDNIGHT_MS = Date.UTC(2026, 2, 16);

/** Rows for section 3.11 of the requirements: costs, limit headers, and the effect of a 429. */
export const ROWS_8_REFUSALS: readonly Row[] = [
  {
    id: 'R-8-10',
    title: '429 on the month’s requests or records, under any name',
    part: 'C+S',
    run: async ({ open }) => {
      for (const recordsLimitType of ['monthly', 'monthly_export'] as const)
        await withPrefix(recordsLimitType, async () => {
          const bench = await open({ profile: { recordsLimitType } });
          const app = await bench.app();
          await app.search({ limit: 50 });
          await bench.control('spend', { records: 3_000 });
          const { body } = await getPath(bench, `${EVENTS}&limit=1`, 429);
          assert.equal(textAt(body, 'limit_type'), recordsLimitType);
          const end = await errorOf(app.search({ limit: 5 }));
          assert.ok(end?.kind === 'quota-exhausted', JSON.stringify(end));
          const names: readonly Budget[] =
            recordsLimitType === 'monthly' ? ['month-records', 'month-requests'] : ['export'];
          assert.ok(names.includes(end.budget), end.budget);
          assert.equal((await lastRow(app)).state, 'released');
        });
      const bench = await open();
      const app = await bench.app();
      await bench.control('spend', { requests: 3_000 });
      bench.simulator.advance(86_400_000);
      assert.equal(textAt((await getPath(bench, '/health', 429)).body, 'limit_type'), 'monthly');
      assert.equal((await errorOf(app.search({ limit: 5 })))?.kind, 'quota-exhausted');
    },
  },
  {
    id: 'R-8-11',
    title: 'a list costs 1 request and its rows, a detail 1 and 1',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const core = await bench.core();
      for (const limit of [1, 20, 50]) {
        const query = fundingsQuery({ limit });
        assert.equal(core.price({ endpoint: 'fundings', query }).cost.records, limit);
        const { receipt } = await core.client.request(
          { endpoint: 'fundings', query },
          core.context(),
          ignore,
        );
        const { charged, rows } = lastCall(bench);
        assert.deepEqual([charged.requests, charged.records], [1, rows]);
        assert.deepEqual([receipt.cost.requests, receipt.cost.records], [1, rows]);
      }
      const few = fundingsQuery({ countries: ['NZ'], limit: 50 });
      const { receipt, value } = await core.client.request(
        { endpoint: 'fundings', query: few },
        core.context(),
        ignore,
      );
      assert.ok(value.rows.length < 50, 'too many to show the refund');
      assert.deepEqual([receipt.reserved.records, receipt.cost.records], [50, value.rows.length]);
      await core.client.request(
        { endpoint: 'company', companyId: await companyId(bench) },
        core.context(),
        ignore,
      );
      assert.deepEqual([lastCall(bench).charged.requests, lastCall(bench).charged.records], [1, 1]);
    },
  },
  {
    id: 'R-8-12',
    title: 'live and test key share the account and see each other’s use',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const { simulator } = bench;
      const headers = { Authorization: `Bearer ${simulator.testKey}` };
      await bench.raw(`${EVENTS}&limit=10`, { headers });
      await getPath(bench, `${EVENTS}&limit=10`);
      for (const key of [simulator.testKey, simulator.liveKey]) {
        const { body } = await bench.raw('/stats', { headers: { Authorization: `Bearer ${key}` } });
        assert.equal(pick(body, 'rate_limits.monthly_export.used'), 20);
      }
      const app = await bench.app();
      assert.equal(app.workspace.keyType, 'live');
      assert.equal(await appCount(app, 'day'), numberAt(await serviceCounters(bench), 'daily.used'));
      const [others] = (await ledgerOf(app)).filter(({ state }) => state === 'other-device');
      assert.equal(others?.cost?.requests, 4);
    },
  },
  {
    id: 'R-8-13',
    title: 'what monthly_export counts is unknown: prices include every record',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { exportCounts: 'none' } });
      const core = await bench.core();
      const query = fundingsQuery({ limit: 7 });
      const { lines } = core.price({ endpoint: 'fundings', query });
      assert.deepEqual(
        lines.flatMap(({ budget, cost }) => (budget === 'export' ? [cost] : [])),
        [7],
      );
      await core.client.request({ endpoint: 'fundings', query }, core.context(), ignore);
      assert.equal(await appCount(core, 'export'), 7);
      assert.equal(numberAt(await serviceCounters(bench), 'monthly_export.used'), 0);
      await setFault(bench, { kind: 'limit', limitType: 'monthly_export' });
      const end = await failureOf(
        core.client.request(
          { endpoint: 'fundings', query: fundingsQuery({ limit: 8 }) },
          core.context(),
          ignore,
        ),
      );
      assert.equal(end.kind === 'quota-exhausted' && end.budget, 'export');
    },
  },
  {
    id: 'R-8-14',
    title: 'reads five limit headers on 200 and 429 in any case; skips non-numbers',
    part: 'C+S',
    run: async ({ open }) => limitHeaders(await open()),
  },
  {
    id: 'R-8-15',
    title: 'Retry-After in seconds or as a date; clamps resets in the past or far away',
    part: 'C+S',
    run: async ({ open }) => {
      for (const [variant, minMs, maxMs] of [
        ['retry-after', 55_000, 61_500],
        ['retry-after-date', 55_000, 61_500],
        ['reset-ms', 55_000, 61_500],
        ['reset-past', 59_000, 61_500],
        ['no-headers', 55_000, 61_500],
      ] as const)
        await withPrefix(variant, async () => pausesFor(await open(), { variant, minMs, maxMs }));
      for (const [headers, minMs, maxMs] of [
        [{ 'Retry-After': '0' }, 0, 2_000],
        [{ 'Retry-After': '-5' }, 500, 61_500],
        [{ 'Retry-After': '999999' }, 55_000, 61_500],
        [{ 'Retry-After': 'soon' }, 55_000, 61_500],
      ] as const)
        await withPrefix(JSON.stringify(headers), async () =>
          pausesFor(await open({ profile: { retryAfter: 'never' } }), { headers, minMs, maxMs }),
        );
      for (const variant of ['reset-ms', 'no-headers'] as const)
        await withPrefix(`daily ${variant}`, async () => {
          const bench = await open();
          const { client, context } = await bench.core();
          await setFault(bench, { kind: 'limit', limitType: 'daily', variant });
          const end = await failureOf(client.request({ endpoint: 'health' }, context(), ignore));
          const lateMs = end.kind === 'quota-exhausted' ? end.resetsAtMs - MIDNIGHT_MS : NaN;
          assert.ok(lateMs >= 0 && lateMs <= 61_000, `${lateMs} ms after midnight`);
        });
    },
  },
  {
    id: 'R-8-16',
    title: 'each of six refusals closes its class and nothing else',
    part: 'C+S',
    run: async ({ open }) => {
      for (const [limitType, closed] of CLASSES)
        await withPrefix(limitType, async () => closes(await open(), limitType, closed));
    },
  },
];

async function limitHeaders(bench: Bench): Promise<void> {
  const names = ['Per-Minute', 'Daily', 'Monthly', 'Monthly-Pagination', 'Daily-Company-Detail'];
  const limitHeadersOf = (headers: Headers): (string | null)[] =>
    names.map((name) => headers.get(`X-RateLimit-${name}-Limit`));
  assert.deepEqual(limitHeadersOf((await getPath(bench, '/health')).headers), [
    '20',
    '300',
    '3000',
    '200',
    '100',
  ]);
  await setFault(bench, { kind: 'limit', limitType: 'daily' });
  assert.deepEqual(limitHeadersOf((await getPath(bench, '/health', 429)).headers), [
    '20',
    '300',
    '3000',
    '200',
    '100',
  ]);
  const core = await bench.core();
  const limitOf = (budget: Budget): number =>
    required(
      core.governor.status().budgets.find((one) => one.budget === budget),
      budget,
    ).limit;
  const odd = {
    'x-ratelimit-DAILY-limit': '280',
    'X-RateLimit-Monthly-Limit': 'many',
    'X-RateLimit-Per-Minute-Limit': '-3',
  };
  await setFault(bench, { kind: 'headers', headers: odd });
  await core.client.request({ endpoint: 'health' }, core.context(), ignore);
  assert.deepEqual([limitOf('day'), limitOf('month-requests'), limitOf('minute')], [280, 3_000, 20]);
  const none = Object.fromEntries(names.map((name) => [`X-RateLimit-${name}-Limit`, null]));
  await setFault(bench, { kind: 'headers', headers: none });
  await core.client.request({ endpoint: 'health' }, core.context(), ignore);
  assert.equal(limitOf('day'), 280, 'reported limits stay');
}

interface Pause {
  readonly variant?: string;
  readonly headers?: object;
  readonly minMs: number;
  readonly maxMs: number;
}

const GUARD_MS = 3_000;

/** Checks how long the client pauses after a 429 for the minute budget. */
async function pausesFor(bench: Bench, { variant, headers, minMs, maxMs }: Pause): Promise<void> {
  const core = await bench.core();
  await core.client.request({ endpoint: 'health' }, core.context(), ignore);
  const limit = { kind: 'limit', limitType: 'per_minute', ...(variant === undefined ? {} : { variant }) };
  await setFault(bench, headers === undefined ? limit : [limit, { kind: 'headers', headers }]);
  const end = await failureOf(
    core.client.request({ endpoint: 'health' }, core.context({ lane: 'calibration' }), ignore),
  );
  assert.equal(end.kind, 'rate-limited');
  const forMs = (end.kind === 'rate-limited' ? end.retryAtMs : 0) - bench.simulator.nowMs();
  // The pause may be slightly longer than `maxMs`, because the client does not know the service's time
  // exactly.
  assert.ok(forMs >= minMs && forMs <= maxMs + GUARD_MS, `${forMs} ms`);
}

type Probe = 'search' | 'health' | 'known company' | 'new company';
const ALL: readonly Probe[] = ['search', 'health', 'known company', 'new company'];
const CLASSES: ReadonlyArray<readonly [limitType: string, closed: readonly Probe[]]> = [
  ['per_minute', ALL],
  ['daily', ALL],
  ['monthly', ALL],
  ['monthly_export', ['search', 'known company', 'new company']],
  ['monthly_pagination', ['search']],
  ['daily_company_detail', ['new company']],
];

async function closes(bench: Bench, limitType: string, closed: readonly Probe[]): Promise<void> {
  const [known = '', fresh = ''] = await companyIds(bench);
  const core = await bench.core();
  await core.client.request({ endpoint: 'company', companyId: known }, core.context(), ignore);
  const sinceSeq = lastSeq(bench);
  await setFault(bench, { kind: 'limit', limitType });
  const end = await failureOf(
    core.client.request(
      { endpoint: 'company', companyId: fresh },
      core.context({ lane: 'calibration' }),
      ignore,
    ),
  );
  if (limitType === 'per_minute') assert.equal(end.kind, 'rate-limited');
  else assert.ok(end.kind === 'quota-exhausted' && end.alternatives.includes('read-library'));
  for (const probe of ALL) {
    const isOpen = decisionOf(core, probe, { known, fresh }) === 'go';
    assert.equal(isOpen, !closed.includes(probe), probe);
  }
  assert.equal(bench.simulator.transcript(sinceSeq).length, 1);
}

function decisionOf(core: Core, probe: Probe, { known, fresh }: { known: string; fresh: string }): string {
  const calls = {
    search: { endpoint: 'fundings', query: fundingsQuery({ limit: 5 }) },
    health: { endpoint: 'health' },
    'known company': { endpoint: 'company', companyId: known },
    'new company': { endpoint: 'company', companyId: fresh },
  } as const;
  return core.price(calls[probe]).decision.kind;
}
