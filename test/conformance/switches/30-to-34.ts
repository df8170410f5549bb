import assert from 'node:assert/strict';
import type { Budget } from '../../../shared/model/budget.ts';
import type { AppBench } from '../kit/app-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { getPath, companyId, required, ignore, numberAt, pick, LAST_60_DAYS } from '../kit/requests.ts';
import {
  assertLedger,
  assertCountsEnough,
  appCount,
  errorOf,
  ledgerOf,
  lastSeq,
} from '../kit/match-ledger.ts';
import { fetchUsage } from '../kit/actions.ts';
import { switchRow } from '../kit/switch-row.ts';

const EVENTS = `/fundings?${LAST_60_DAYS}`;

/** Rows 30 to 34 of the register of open questions: limits and usage that the service reports. */
export const SWITCHES_30_TO_34: readonly Row[] = [
  switchRow({
    row: 30,
    title: 'a 200 reports limits, never usage: the ledger counts itself',
    furtherChecks: async ({ open }) => countsByItself(await open()),
  }),
  switchRow({
    row: 31,
    title: 'limit headers on, off, old, partial or not numeric: documented limits',
    attempts: () => ({
      headersOnErrors: async (bench, value) => {
        for (const [path, init] of [
          ['/companies/cmp_none', {}],
          ['/health', { headers: { Authorization: '' } }],
        ] as const) {
          const { headers } = await bench.raw(path, init);
          assert.equal(headers.has('X-RateLimit-Daily-Limit'), value, path);
        }
        await usesDocumentedLimits(bench);
      },
      limitHeaders: async (bench, value) => {
        const { headers } = await getPath(bench, '/health');
        const limitHeader = (name: string): string | null => headers.get(`X-RateLimit-${name}`);
        assert.equal(
          limitHeader('Daily-Limit'),
          { documented: '300', legacy: null, none: null, partial: '300', 'non-numeric': 'unlimited' }[value],
        );
        assert.equal(
          limitHeader('Monthly-Pagination-Limit'),
          { documented: '200', legacy: null, none: null, partial: null, 'non-numeric': '-1' }[value],
        );
        assert.equal(limitHeader('Remaining') !== null, value === 'legacy');
        await usesDocumentedLimits(bench);
      },
    }),
  }),
  switchRow({
    row: 32,
    title: '/stats late, without itself, with missing, odd and null figures',
    attempts: () => ({ statsLagMs, statsCountsItself, statsKeys, statsFigures }),
  }),
  switchRow({
    row: 33,
    title: 'user_rate_limit of any size: the minute stays at 20',
    attempts: () => ({
      userRateLimit: async (bench, value) => {
        assert.equal(numberAt((await getPath(bench, '/stats')).body, 'user_rate_limit'), value);
        await usesDocumentedLimits(bench);
      },
    }),
  }),
  switchRow({
    row: 34,
    title: '/stats with an exhausted budget: a typed refusal or the true usage',
    attempts: () => ({ statsWhenExhausted }),
  }),
];

async function countsByItself(bench: Bench): Promise<void> {
  const { headers } = await getPath(bench, `${EVENTS}&limit=3`);
  const names = [...headers.keys()].filter((name) => name.includes('ratelimit') || name === 'retry-after');
  assert.ok(names.length >= 5 && names.every((name) => name.endsWith('-limit')), names.join());
  const core = await bench.core();
  const sinceSeq = lastSeq(bench);
  await core.client.request(
    { endpoint: 'company', companyId: await companyId(bench) },
    core.context(),
    ignore,
  );
  for (const [budget, expected] of [
    ['month-requests', 1],
    ['month-records', 1],
    ['companies-day', 1],
    ['page-turns', 0],
  ] as const)
    assert.equal(await appCount(core, budget), expected, budget);
  assert.equal(bench.simulator.transcript(sinceSeq).length, 2, 'the app fetched /stats');
}

const LIMITS: ReadonlyArray<readonly [Budget, number]> = [
  ['minute', 20],
  ['day', 300],
  ['month-requests', 3_000],
  ['month-records', 3_000],
  ['companies-day', 100],
  ['page-turns', 200],
  ['export', 3_000],
];

/** Checks that the app uses the documented limits and counts correctly, regardless of the reported limits. */
async function usesDocumentedLimits(bench: Bench): Promise<void> {
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const { rows } = await app.search({ limit: 5 });
  await app.fetchProfile(required(rows[0], 'no row').companyId);
  await errorOf(app.fetchProfile('cmp_none'));
  const { budgets } = await app.api.quota.status({});
  for (const [budget, limit] of LIMITS)
    assert.equal(budgets.find((one) => one.budget === budget)?.limit, limit, budget);
  await assertLedger(bench, app, { sinceSeq });
  await assertCountsEnough(bench, app);
}

/**
 * Makes a few calls, and fetches `/stats` between them and at the end. Asserts that the ledger matches the
 * transcript. Also asserts that the app counts at most `unread` fewer requests than the service.
 */
async function readsTwice(bench: Bench, unread = 0): Promise<AppBench> {
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const { rows } = await app.search({ limit: 5 });
  await fetchUsage(app);
  await app.fetchProfile(required(rows[0], 'no row').companyId);
  await fetchUsage(app);
  await assertLedger(bench, app, { sinceSeq });
  await assertCountsEnough(bench, app, unread);
  return app;
}

async function othersOf(app: AppBench): Promise<number> {
  const rows = (await ledgerOf(app)).filter(({ state }) => state === 'other-device');
  return rows.reduce((sum, { cost }) => sum + (cost?.requests ?? 0), 0);
}

async function statsLagMs(bench: Bench, value: number): Promise<void> {
  for (let call = 0; call < 3; call += 1) await getPath(bench, '/health');
  const used = numberAt((await getPath(bench, '/stats')).body, 'rate_limits.daily.used');
  assert.equal(used, value === 0 ? 4 : 1, 'three calls, with or without this one');
  bench.simulator.advance(value + 61_000);
  const app = await bench.app();
  await app.search({ limit: 5 });
  await fetchUsage(app);
  await assertCountsEnough(bench, app);
  // The `/stats` response reports an earlier, lower usage. The app must not adopt this value as the current
  // usage.
  assert.ok((await appCount(app, 'month-records')) >= 5, 'the late figure was adopted');
  bench.simulator.advance(value + 61_000);
  await fetchUsage(app);
  assert.ok((await othersOf(app)) <= 4, 'late figures were counted as other devices');
  await assertCountsEnough(bench, app);
}

async function statsCountsItself(bench: Bench, value: boolean): Promise<void> {
  assert.equal(numberAt((await getPath(bench, '/stats')).body, 'rate_limits.daily.used'), value ? 1 : 0);
  // If a `/stats` response does not count its own request, the next response does. Until then, the app may
  // attribute this request to another device.
  const app = await readsTwice(bench, value ? 0 : 1);
  assert.ok((await othersOf(app)) <= 1, 'a reading was counted as another device');
}

async function statsKeys(bench: Bench, value: 'documented' | 'missing' | 'extra'): Promise<void> {
  const keys = Object.keys(Object(pick((await getPath(bench, '/stats')).body, 'rate_limits')));
  assert.equal(keys.length, { documented: 6, missing: 4, extra: 8 }[value]);
  const app = await readsTwice(bench);
  const { budgets } = await app.api.quota.status({});
  const turns = required(
    budgets.find(({ budget }) => budget === 'page-turns'),
    'no page turns',
  );
  assert.equal(turns.atLeast, value === 'missing', 'an unreported counter is shown as "at least"');
}

async function statsFigures(bench: Bench, value: 'consistent' | 'inconsistent' | 'nulls'): Promise<void> {
  const { body } = await getPath(bench, '/stats');
  const remaining = pick(body, 'rate_limits.daily.remaining');
  assert.equal(remaining, { consistent: 299, inconsistent: 300, nulls: null }[value]);
  const app = await readsTwice(bench);
  const { budgets } = await app.api.quota.status({});
  const day = required(
    budgets.find(({ budget }) => budget === 'day'),
    'no day',
  );
  assert.equal(day.left, 300 - (await appCount(app, 'day')), 'remaining is ignored');
  assert.equal(day.resetsAtMs, Date.UTC(2026, 2, 16));
}

async function statsWhenExhausted(bench: Bench, value: 'refused' | 'allowed'): Promise<void> {
  const app = await bench.app();
  const { rows } = await app.search({ limit: 3 });
  await bench.control('spend', { requests: 299 });
  bench.passMinute();
  assert.equal((await bench.raw('/stats')).status, value === 'refused' ? 429 : 200);
  const end = await errorOf(fetchUsage(app));
  if (value === 'allowed') assert.equal(end, null);
  else
    assert.deepEqual([end?.kind, end?.kind === 'quota-exhausted' && end.budget], ['quota-exhausted', 'day']);
  assert.ok((await appCount(app, 'day')) >= 300, 'the budget still looks open');
  const sent = bench.simulator.transcript().length;
  assert.equal((await errorOf(app.search({ limit: 4 })))?.kind, 'quota-exhausted');
  assert.equal(bench.simulator.transcript().length, sent, 'a request was sent on an exhausted budget');
  const { row } = await app.api.companies.get({ id: required(rows[0], 'no row').companyId });
  assert.equal(row.name, rows[0]?.name, 'the library is readable');
}
