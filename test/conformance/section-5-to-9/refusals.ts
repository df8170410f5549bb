import assert from 'node:assert/strict';
import type { Budget } from '../../../shared/model/budget.ts';
import { type Core } from '../kit/core-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import {
  asked,
  companyId,
  companyIds,
  fundingsQuery,
  given,
  ignore,
  lastCall,
  numberAt,
  pick,
  RANGE,
  textAt,
} from '../kit/requests.ts';
import { countedIn, countersOf, endOf, lastRow, ledgerOf, seqOf } from '../kit/match-ledger.ts';
import { fail } from '../kit/actions.ts';
import { named } from '../kit/switch-row.ts';
import { failureOf } from '../../support/common/failure.ts';

const EVENTS = `/fundings?${RANGE}`;
const MIDNIGHT_MS = Date.UTC(2026, 2, 16);

/** Section 3.11: the cost of a call, the meaning of headers, and the effect of a refusal. */
export const ROWS_8_REFUSALS: readonly Row[] = [
  {
    id: 'R-8-10',
    what: '429 on requests or records of the month, whatever it is called',
    part: 'C+S',
    run: async ({ open }) => {
      for (const recordsLimitType of ['monthly', 'monthly_export'] as const)
        await named(recordsLimitType, async () => {
          const bench = await open({ profile: { recordsLimitType } });
          const app = await bench.app();
          await app.search({ limit: 50 });
          await bench.control('spend', { records: 3_000 });
          const { body } = await asked(bench, `${EVENTS}&limit=1`, 429);
          assert.equal(textAt(body, 'limit_type'), recordsLimitType);
          const end = await endOf(app.search({ limit: 5 }));
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
      assert.equal(textAt((await asked(bench, '/health', 429)).body, 'limit_type'), 'monthly');
      assert.equal((await endOf(app.search({ limit: 5 })))?.kind, 'quota-exhausted');
    },
  },
  {
    id: 'R-8-11',
    what: 'a list costs 1 request and its rows, a detail 1 and 1: wire, price, receipt',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const core = await bench.core();
      for (const limit of [1, 20, 50]) {
        const query = fundingsQuery({ limit });
        assert.equal(core.price({ endpoint: 'fundings', query }).cost.records, limit);
        const { receipt } = await core.client.fundings(query, core.context(), ignore);
        const { charged, rows } = lastCall(bench);
        assert.deepEqual([charged.requests, charged.records], [1, rows]);
        assert.deepEqual([receipt.cost.requests, receipt.cost.records], [1, rows]);
      }
      const few = fundingsQuery({ countries: ['NZ'], limit: 50 });
      const { receipt, value } = await core.client.fundings(few, core.context(), ignore);
      assert.ok(value.rows.length < 50, 'too many to show the refund');
      assert.deepEqual([receipt.reserved.records, receipt.cost.records], [50, value.rows.length]);
      await core.client.company(await companyId(bench), core.context(), ignore);
      assert.deepEqual([lastCall(bench).charged.requests, lastCall(bench).charged.records], [1, 1]);
    },
  },
  {
    id: 'R-8-12',
    what: 'live and test key share the account: each sees what the other spent',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const { simulator } = bench;
      const headers = { Authorization: `Bearer ${simulator.testKey}` };
      await bench.raw(`${EVENTS}&limit=10`, { headers });
      await asked(bench, `${EVENTS}&limit=10`);
      for (const key of [simulator.testKey, simulator.liveKey]) {
        const { body } = await bench.raw('/stats', { headers: { Authorization: `Bearer ${key}` } });
        assert.equal(pick(body, 'rate_limits.monthly_export.used'), 20);
      }
      const app = await bench.app();
      assert.equal(app.workspace.keyType, 'live');
      assert.equal(await countedIn(app, 'day'), numberAt(await countersOf(bench), 'daily.used'));
      const [others] = (await ledgerOf(app)).filter(({ state }) => state === 'other-device');
      assert.equal(others?.cost?.requests, 4);
    },
  },
  {
    id: 'R-8-13',
    what: 'what consumes monthly_export is not shown: every record is priced for it',
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
      await core.client.fundings(query, core.context(), ignore);
      assert.equal(await countedIn(core, 'export'), 7);
      assert.equal(numberAt(await countersOf(bench), 'monthly_export.used'), 0);
      await fail(bench, { kind: 'limit', limitType: 'monthly_export' });
      const end = await failureOf(core.client.fundings(fundingsQuery({ limit: 8 }), core.context(), ignore));
      assert.equal(end.kind === 'quota-exhausted' && end.budget, 'export');
    },
  },
  {
    id: 'R-8-14',
    what: 'five limit headers on 200 and 429; any case; no numbers are passed over',
    part: 'C+S',
    run: async ({ open }) => limitHeaders(await open()),
  },
  {
    id: 'R-8-15',
    what: 'Retry-After in seconds or as a date; resets past, in ms, far away: clamped',
    part: 'C+S',
    run: async ({ open }) => {
      for (const [variant, minMs, maxMs] of [
        ['retry-after', 55_000, 61_500],
        ['retry-after-date', 55_000, 61_500],
        ['reset-ms', 55_000, 61_500],
        ['reset-past', 59_000, 61_500],
        ['no-headers', 55_000, 61_500],
      ] as const)
        await named(variant, async () => restsFor(await open(), { variant, minMs, maxMs }));
      for (const [headers, minMs, maxMs] of [
        [{ 'Retry-After': '0' }, 0, 2_000],
        [{ 'Retry-After': '-5' }, 500, 61_500],
        [{ 'Retry-After': '999999' }, 55_000, 61_500],
        [{ 'Retry-After': 'soon' }, 55_000, 61_500],
      ] as const)
        await named(JSON.stringify(headers), async () =>
          restsFor(await open({ profile: { retryAfter: 'never' } }), { headers, minMs, maxMs }),
        );
      for (const variant of ['reset-ms', 'no-headers'] as const)
        await named(`daily ${variant}`, async () => {
          const bench = await open();
          const { client, context } = await bench.core();
          await fail(bench, { kind: 'limit', limitType: 'daily', variant });
          const end = await failureOf(client.health(context(), ignore));
          const lateMs = end.kind === 'quota-exhausted' ? end.resetsAtMs - MIDNIGHT_MS : NaN;
          assert.ok(lateMs >= 0 && lateMs <= 61_000, `${lateMs} ms after midnight`);
        });
    },
  },
  {
    id: 'R-8-16',
    what: 'each of six classes closes what it names, and nothing else',
    part: 'C+S',
    run: async ({ open }) => {
      for (const [limitType, closed] of CLASSES)
        await named(limitType, async () => closes(await open(), limitType, closed));
    },
  },
];

async function limitHeaders(bench: Bench): Promise<void> {
  const names = ['Per-Minute', 'Daily', 'Monthly', 'Monthly-Pagination', 'Daily-Company-Detail'];
  const told = (headers: Headers): (string | null)[] =>
    names.map((name) => headers.get(`X-RateLimit-${name}-Limit`));
  assert.deepEqual(told((await asked(bench, '/health')).headers), ['20', '300', '3000', '200', '100']);
  await fail(bench, { kind: 'limit', limitType: 'daily' });
  assert.deepEqual(told((await asked(bench, '/health', 429)).headers), ['20', '300', '3000', '200', '100']);
  const core = await bench.core();
  const limitOf = (budget: Budget): number =>
    given(
      core.governor.status().budgets.find((one) => one.budget === budget),
      budget,
    ).limit;
  const odd = {
    'x-ratelimit-DAILY-limit': '280',
    'X-RateLimit-Monthly-Limit': 'many',
    'X-RateLimit-Per-Minute-Limit': '-3',
  };
  await fail(bench, { kind: 'headers', headers: odd });
  await core.client.health(core.context(), ignore);
  assert.deepEqual([limitOf('day'), limitOf('month-requests'), limitOf('minute')], [280, 3_000, 20]);
  const none = Object.fromEntries(names.map((name) => [`X-RateLimit-${name}-Limit`, null]));
  await fail(bench, { kind: 'headers', headers: none });
  await core.client.health(core.context(), ignore);
  assert.equal(limitOf('day'), 280, 'what was told stays');
}

interface Rest {
  readonly variant?: string;
  readonly headers?: object;
  readonly minMs: number;
  readonly maxMs: number;
}

const GUARD_MS = 3_000;

/** Checks how long the client pauses after a per-minute refusal. */
async function restsFor(bench: Bench, { variant, headers, minMs, maxMs }: Rest): Promise<void> {
  const core = await bench.core();
  await core.client.health(core.context(), ignore);
  const limit = { kind: 'limit', limitType: 'per_minute', ...(variant === undefined ? {} : { variant }) };
  await fail(bench, headers === undefined ? limit : [limit, { kind: 'headers', headers }]);
  const end = await failureOf(core.client.health(core.context({ lane: 'calibration' }), ignore));
  assert.equal(end.kind, 'rate-limited');
  const forMs = (end.kind === 'rate-limited' ? end.retryAtMs : 0) - bench.simulator.nowMs();
  // The service's minute ends by its own clock, so the wait includes the uncertainty of its time.
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
  await core.client.company(known, core.context(), ignore);
  const sinceSeq = seqOf(bench);
  await fail(bench, { kind: 'limit', limitType });
  const end = await failureOf(core.client.company(fresh, core.context({ lane: 'calibration' }), ignore));
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
