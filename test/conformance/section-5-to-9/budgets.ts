import assert from 'node:assert/strict';
import type { Budget } from '../../../shared/model/budget.ts';
import type { AppBench } from '../kit/app-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companyIds,
  DAY_MS,
  fundingsQuery,
  ignore,
  lastCall,
  numberAt,
  onDay,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
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
import { fetchUsage, setFault, testConnection } from '../kit/actions.ts';
import { withPrefix } from '../kit/switch-row.ts';

const EVENTS = `/fundings?${LAST_60_DAYS}`;
const MIDNIGHT_MS = Date.UTC(2026, 2, 16);
const APRIL_MS = Date.UTC(2026, 3, 1);
/** The reset that the app reports may be later than the actual reset, but by at most this many ms. */
const GUARD_MS = 61_000;

/** Rows for section 3.11 of the requirements: all budgets except the per-minute budget. */
export const ROWS_8_BUDGETS: readonly Row[] = [
  {
    id: 'R-8-2',
    title: '300 requests a day, until midnight UTC',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await spentBy(bench, { requests: 299 }, 'day');
      await isRefused(bench, app, { type: 'daily', budget: 'day', resetsAtMs: MIDNIGHT_MS });
      bench.simulator.setNow(MIDNIGHT_MS - 1_000);
      await getPath(bench, '/health', 429);
      bench.simulator.setNow(MIDNIGHT_MS + GUARD_MS);
      assert.equal(await errorOf(app.search({ limit: 5 })), null, 'it stays closed after midnight');
    },
  },
  {
    id: 'R-8-3',
    title: '3,000 requests a month, until 00:00 UTC on the 1st',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await spentBy(bench, { requests: 2_999 }, 'month-requests', DAY_MS);
      await isRefused(bench, app, { type: 'monthly', budget: 'month-requests', resetsAtMs: APRIL_MS });
      bench.simulator.setNow(APRIL_MS + GUARD_MS);
      assert.equal(await errorOf(app.search({ limit: 5 })), null, 'it stays closed after the 1st');
    },
  },
  {
    id: 'R-8-4',
    title: '3,000 records a month, counted separately from requests',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { exportCounts: 'none' } });
      const app = await bench.app();
      for (const limit of [50, 20, 1]) await app.search({ limit });
      assert.equal(numberAt(await serviceCounters(bench), 'monthlyRecords'), 71);
      assert.ok((await appCount(app, 'month-records')) >= 71);
      await assertLedger(bench, app);
      await bench.control('spend', { records: 2_929 });
      await getPath(bench, `${EVENTS}&limit=1`, 429);
      assert.equal((await bench.raw('/health')).status, 200, 'no record, no refusal');
      const end = await errorOf(app.search({ limit: 5 }));
      assert.equal(end?.kind, 'quota-exhausted');
      const other = await open();
      const second = await spentBy(other, { records: 2_999 }, 'month-records');
      await isRefused(other, second, {
        type: 'monthly_export',
        budget: 'month-records',
        resetsAtMs: APRIL_MS,
      });
    },
  },
  {
    id: 'R-8-5',
    title: '100 companies a day; repeats are free, also after a restart',
    part: 'C+S',
    run: async ({ open }) => hundredCompanies(await open()),
  },
  {
    id: 'R-8-6',
    title: '200 page turns a month: lists stop, details continue',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const [id = ''] = await companyIds(bench);
      const app = await spentBy(bench, { pageTurns: 200 }, 'page-turns');
      const { body } = await getPath(bench, `${EVENTS}&limit=5&offset=5`, 429);
      assert.equal(textAt(body, 'limit_type'), 'monthly_pagination');
      const sent = lastSeq(bench);
      const end = await errorOf(app.search({ limit: 5 }));
      assert.deepEqual(
        [end?.kind, end?.kind === 'quota-exhausted' && end.budget],
        ['quota-exhausted', 'page-turns'],
      );
      assert.equal(lastSeq(bench), sent);
      await app.fetchProfile(id);
    },
  },
  {
    id: 'R-8-7',
    title: 'monthly_export mirrors records and is never below the service’s figure',
    part: 'C+S',
    run: async ({ open }) => {
      for (const exportCounts of ['records', 'lists-only', 'none'] as const)
        await withPrefix(exportCounts, async () => {
          const bench = await open({ profile: { exportCounts } });
          const app = await bench.app();
          await app.search({ limit: 9 });
          await bench.control('spend', { records: 400 });
          bench.passMinute();
          await fetchUsage(app);
          const used = numberAt((await getPath(bench, '/stats')).body, 'rate_limits.monthly_export.used');
          assert.equal(used, exportCounts === 'none' ? 0 : 409);
          assert.ok((await appCount(app, 'export')) >= Math.max(used, 9));
          if (exportCounts !== 'none') assert.ok((await appCount(app, 'month-records')) >= 409);
        });
    },
  },
  {
    id: 'R-8-8',
    title: 'a test key has 300 requests a month within the 3,000',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ keyType: 'test' });
      const app = await bench.app();
      await app.search({ limit: 5 });
      assert.equal(await appCount(app, 'test-key'), 2);
      assert.equal(await appCount(app, 'month-requests'), 2);
      assert.equal(numberAt(await serviceCounters(bench), 'testKeyRequests'), 2);
      const { budgets } = await app.api.quota.status({});
      const key = budgets.find(({ budget }) => budget === 'test-key');
      assert.deepEqual([key?.limit, key?.resetsAtMs], [300, APRIL_MS]);
      await setFault(bench, { kind: 'limit', limitType: 'test_key_monthly' });
      const end = await errorOf(app.search({ limit: 6 }));
      assert.deepEqual(
        [end?.kind, end?.kind === 'quota-exhausted' && end.budget],
        ['quota-exhausted', 'test-key'],
      );
    },
  },
  {
    id: 'R-8-9',
    title: '50 rows a page and 500 a set: clamped and refused before sending',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ companies: 1_500 });
      const long = `/fundings?funding_date_start=${onDay(-299)}&funding_date_end=${onDay(0)}`;
      await getPath(bench, `${long}&limit=51`, 400);
      await getPath(bench, `${long}&limit=1&offset=500`, 400);
      assert.equal(rowsOf(await getPath(bench, `${long}&limit=50&offset=499`)).length, 1);
      for (const wrong of [{ limit: 51 }, { limit: 0 }, { offset: 500 }, { offset: -1 }])
        assert.throws(() => fundingsQuery(wrong), JSON.stringify(wrong));
      const core = await bench.core();
      const query = fundingsQuery({ fundingDateStart: onDay(-299), limit: 50, offset: 499 });
      await core.client.request({ endpoint: 'fundings', query }, core.context(), ignore);
      assert.match(lastCall(bench).query, /limit=1&offset=499/);
      assert.equal((await lastRow(core)).cost?.records, 1);
    },
  },
];

/**
 * Spends quota as another device would, advances virtual time by `restMs`, and then fetches `/stats`. The
 * reply includes the other device's usage.
 */
async function spentBy(bench: Bench, spending: object, budget: Budget, restMs = 61_000): Promise<AppBench> {
  const app = await bench.app();
  const before = await appCount(app, budget);
  await bench.control('spend', spending);
  bench.simulator.advance(restMs);
  await errorOf(fetchUsage(app));
  assert.ok((await appCount(app, budget)) > before, `the app did not learn the limit of ${budget}`);
  return app;
}

/**
 * Asserts that the service refuses a request with the expected 429, and that the app itself refuses the next
 * search.
 */
async function isRefused(
  bench: Bench,
  app: AppBench,
  expected: { readonly type: string; readonly budget: Budget; readonly resetsAtMs: number },
): Promise<void> {
  bench.passMinute();
  const answer = await bench.raw(`${EVENTS}&limit=1`);
  if (answer.status === 200) await getPath(bench, `${EVENTS}&limit=1`, 429);
  const { body, headers } = await getPath(bench, `${EVENTS}&limit=1`, 429);
  assert.equal(textAt(body, 'limit_type'), expected.type);
  assert.equal(Number(headers.get('X-RateLimit-Reset')) * 1_000, expected.resetsAtMs);
  const sent = lastSeq(bench);
  const end = await errorOf(app.search({ limit: 5 }));
  assert.equal(end?.kind, 'quota-exhausted');
  assert.equal(end?.kind === 'quota-exhausted' && end.budget, expected.budget);
  const lateMs = (end?.kind === 'quota-exhausted' ? end.resetsAtMs : 0) - expected.resetsAtMs;
  assert.ok(lateMs >= 0 && lateMs <= GUARD_MS, `the reported reset is ${lateMs} ms late`);
  assert.equal(lastSeq(bench), sent, 'a request was sent on an exhausted budget');
  assert.equal((await lastRow(app)).state, 'refused');
}

async function hundredCompanies(bench: Bench): Promise<void> {
  const [first = '', ...others] = (await companyIds(bench)).slice(0, 19);
  const app = await bench.app();
  await app.fetchProfile(first);
  await bench.control('spend', { companies: 99 });
  bench.passMinute();
  const closed: string[] = [];
  for (const id of others) {
    const { status, body } = await bench.raw(`/companies/${id}`);
    if (status !== 429) continue;
    assert.equal(textAt(body, 'limit_type'), 'daily_company_detail');
    closed.push(id);
  }
  const [second = '', third = ''] = closed;
  assert.ok(third !== '', 'the other device fetched all of them');
  bench.passMinute();
  await getPath(bench, `/companies/${first}`);
  await fetchUsage(app);
  const sent = lastSeq(bench);
  const isClosed = async (id: string): Promise<void> => {
    const end = await errorOf(app.fetchProfile(id));
    assert.deepEqual(
      [end?.kind, end?.kind === 'quota-exhausted' && end.budget],
      ['quota-exhausted', 'companies-day'],
    );
    assert.ok(end?.kind === 'quota-exhausted' && end.alternatives.includes('fetch-known-companies'));
  };
  await isClosed(second);
  assert.equal(lastSeq(bench), sent);
  await app.api.workspaces.leave({});
  await app.api.workspaces.open({ id: app.workspace.id });
  // The reopened app gets the service's date from this response. Without the date, it cannot determine which
  // companies were already charged today.
  await testConnection(app);
  assert.equal(
    await errorOf(app.fetchProfile(first)),
    null,
    'fetched today: not charged to the daily hundred',
  );
  await isClosed(third);
  await assertCountsEnough(bench, app);
  bench.simulator.setNow(MIDNIGHT_MS + GUARD_MS);
  assert.equal(await errorOf(app.fetchProfile(third)), null);
  assert.equal(pick(await serviceCounters(bench), 'daily_company_detail.used'), 1);
}
