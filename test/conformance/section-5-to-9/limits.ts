import assert from 'node:assert/strict';
import { CIRCUIT_FAILURES, CIRCUIT_PROBE_MS } from '../../../electron/core/quota/circuit-breaker.ts';
import { LIMIT_TYPES } from '../../../electron/simulator/service/budgets.ts';
import { LIMITS } from '../../../electron/simulator/service/plan.ts';
import { type Core } from '../kit/core-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { getPath, companyId, fundingsQuery, ignore, numberAt, pick, textAt } from '../kit/requests.ts';
import { assertLedger, errorOf, lastRow, ledgerOf, lastSeq } from '../kit/match-ledger.ts';
import { setFault } from '../kit/actions.ts';
import { withPrefix } from '../kit/switch-row.ts';
import { failureOf } from '../../support/common/failure.ts';

const DOCUMENTED = [...LIMIT_TYPES].filter((type) => type !== 'test_key_monthly');
const BUDGET_OF: Readonly<Record<string, readonly string[]>> = {
  daily: ['day'],
  monthly: ['month-requests', 'month-records'],
  monthly_export: ['export', 'month-records'],
  monthly_pagination: ['page-turns'],
  daily_company_detail: ['companies-day'],
};

/** Rows for section 3.10 of the requirements: 429 and retries. */
export const ROWS_7_LIMITS: readonly Row[] = [
  {
    id: 'R-7-8',
    title: '429 of each of seven kinds is typed and free, and is not retried',
    part: 'C+S',
    run: async ({ open }) => {
      for (const limitType of LIMIT_TYPES)
        await withPrefix(limitType, async () => {
          const bench = await open();
          await setFault(bench, { kind: 'limit', limitType }, { times: 2 });
          const { body } = await getPath(bench, '/health', 429);
          for (const key of ['error', 'detail', 'limit_type']) assert.equal(typeof pick(body, key), 'string');
          await refusedOnce(
            bench,
            BUDGET_OF[limitType] ?? (limitType === 'per_minute' ? null : ['test-key']),
          );
        });
    },
  },
  {
    id: 'R-7-9',
    title: 'limit_type, limit and used; without them the app pauses for a minute',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      for (const limitType of DOCUMENTED) {
        await setFault(bench, { kind: 'limit', limitType });
        const { body } = await getPath(bench, '/health', 429);
        assert.equal(textAt(body, 'limit_type'), limitType);
        assert.equal(numberAt(body, 'used'), numberAt(body, 'limit'));
      }
      for (const variant of ['no-body', 'html-body', 'text-numbers', 'nested'] as const)
        await withPrefix(variant, async () => {
          const other = await open();
          await setFault(other, { kind: 'limit', limitType: 'daily', variant });
          await refusedOnce(other, ['day']);
        });
      const blank = await open();
      await setFault(blank, { kind: 'limit', limitType: 'daily', variant: ['no-headers', 'no-body'] });
      await refusedOnce(blank, null);
    },
  },
  {
    id: 'R-7-10',
    title: 'the wording of detail changes nothing',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      for (const [limitType, detail] of [
        ['per_minute', 'rate_limit_exceeded'],
        ['daily', 'daily_limit_exceeded'],
      ]) {
        await setFault(bench, { kind: 'limit', limitType });
        assert.equal(textAt((await getPath(bench, '/health', 429)).body, 'detail'), detail);
      }
      await setFault(bench, [
        { kind: 'limit', limitType: 'daily' },
        { kind: 'patch', set: { detail: 'other_words' } },
      ]);
      await refusedOnce(bench, ['day']);
    },
  },
  {
    id: 'R-7-11',
    title: 'limit_type: body before header, also nested; unknown kinds pause a minute',
    part: 'C+S',
    run: async ({ open }) => {
      for (const [variant, budgets] of [
        ['disagree', ['day']],
        ['nested', ['day']],
        ['no-body', ['day']],
        ['unknown-type', null],
      ] as const)
        await withPrefix(variant, async () => {
          const bench = await open();
          await setFault(bench, { kind: 'limit', limitType: 'daily', variant }, { times: 2 });
          const answer = await bench.raw('/health');
          const header = answer.headers.get('X-RateLimit-Limit-Type');
          const body = pick(answer.body, 'limit_type') ?? pick(answer.body, 'rate_limit.limit_type');
          if (variant === 'disagree') assert.notEqual(header, body);
          await refusedOnce(bench, budgets);
        });
    },
  },
  {
    id: 'R-7-12',
    title: 'a 429 has the limit headers and five further headers',
    part: 'S',
    run: async ({ open }) => {
      const bench = await open();
      for (let call = 0; call < LIMITS.perMinute; call += 1) await getPath(bench, '/health');
      const { headers, body } = await getPath(bench, '/health', 429);
      const limitHeader = (name: string): string | null => headers.get(`X-RateLimit-${name}`);
      assert.deepEqual(['Limit-Type', 'Limit', 'Remaining', 'Used', 'Daily-Limit'].map(limitHeader), [
        'per_minute',
        '20',
        '0',
        '20',
        '300',
      ]);
      const resetMs = Number(limitHeader('Reset')) * 1_000 - bench.simulator.nowMs();
      assert.ok(resetMs > 50_000 && resetMs <= 61_000, `${resetMs}`);
      assert.equal(headers.get('Retry-After'), String(numberAt(body, 'retry_after')));
    },
  },
  {
    id: 'R-7-15',
    title: 'retries 502 to 504 twice for a click; the circuit opens after 5 failures',
    part: 'C+S',
    run: async ({ open }) => {
      await retries(await open());
      await pauses(await open());
    },
  },
];

/**
 * Sends a list call to which the service responds with a 429. Asserts that the call fails with a typed error,
 * costs nothing and is not repeated, and that the app then refuses or delays the next call.
 *
 * @param budgets - the budgets that the error may name, or null for the minute budget
 */
async function refusedOnce(bench: Bench, budgets: readonly string[] | null): Promise<void> {
  const core = await bench.core();
  const sinceSeq = lastSeq(bench);
  const query = fundingsQuery({ limit: 5 });
  // Uses the `calibration` lane, because its call fails at once. An interactive call would wait until the
  // minute budget is free.
  const context = core.context({ lane: 'calibration' });
  const end = await failureOf(core.client.request({ endpoint: 'fundings', query }, context, ignore));
  if (budgets === null) assert.equal(end.kind, 'rate-limited');
  else assert.ok(end.kind === 'quota-exhausted' && budgets.includes(end.budget), JSON.stringify(end));
  const atMs =
    end.kind === 'quota-exhausted' ? end.resetsAtMs : end.kind === 'rate-limited' ? end.retryAtMs : 0;
  assert.ok(atMs > bench.simulator.nowMs(), 'it names no time');
  assert.equal((await lastRow(core)).state, 'released');
  assert.equal(bench.simulator.transcript(sinceSeq).length, 1, 'it was sent again');
  // A 429 for the daily limit of 100 companies blocks only calls about companies that have not been counted today.
  const closed = end.kind === 'quota-exhausted' && end.budget === 'companies-day' ? 'company' : 'fundings';
  const call =
    closed === 'company' ? { endpoint: closed, companyId: 'cmp_new' } : { endpoint: closed, query };
  const { decision } = core.price(call as Parameters<Core['price']>[0]);
  assert.equal(decision.kind, budgets === null ? 'wait' : 'refuse');
  await assertLedger(bench, core, { sinceSeq });
}

async function retries(bench: Bench): Promise<void> {
  const core = await bench.core();
  const { client, context } = core;
  for (const status of [502, 503, 504]) {
    await setFault(bench, { kind: 'status', status }, { times: 2 });
    const { value } = await client.request({ endpoint: 'health' }, context(), ignore);
    assert.equal(value.status, 'healthy', 'two failures, then an answer');
  }
  const rows = await ledgerOf(core);
  assert.deepEqual(
    rows.slice(0, 3).map(({ state }) => state),
    ['released', 'released', 'spent'],
  );
  assert.equal(rows[1]?.reason, 'Conformance, retry 1');
  bench.passMinute();
  const once = async (action: object, lane: 'interactive' | 'calibration', times: number): Promise<void> => {
    const sinceSeq = lastSeq(bench);
    await setFault(bench, action, { times: 3 });
    await failureOf(
      client.request({ endpoint: 'company', companyId: await companyOf(bench) }, context({ lane }), ignore),
    );
    assert.equal(bench.simulator.transcript(sinceSeq).length, times, `${JSON.stringify(action)} in ${lane}`);
    await bench.control('faults', { clear: true });
    await client.request({ endpoint: 'health' }, context(), ignore);
    bench.passMinute();
  };
  await once({ kind: 'status', status: 503 }, 'interactive', 3);
  await once({ kind: 'status', status: 503 }, 'calibration', 1);
  for (const status of [400, 404, 500])
    await once({ kind: 'status', status, shape: 'json' }, 'interactive', 1);
  // The app does not retry this request, because the service may have charged it.
  await once({ kind: 'reset-after' }, 'interactive', 1);
  await assertLedger(bench, core);
}

/** Returns an invented company id. Looking up a real id would add requests to the transcript. */
const companyOf = (bench: Bench): Promise<string> => Promise.resolve(`cmp_of_${bench.simulator.seed}`);

async function pauses(bench: Bench): Promise<void> {
  const app = await bench.app();
  const id = await companyId(bench);
  await bench.control('faults', { faults: [{ action: { kind: 'status', status: 500 }, times: 100 }] });
  for (let call = 0; call < CIRCUIT_FAILURES; call += 1)
    assert.equal((await errorOf(app.fetchProfile(id)))?.kind, 'upstream');
  const sinceSeq = lastSeq(bench);
  const end = await errorOf(app.fetchProfile(id));
  assert.deepEqual([end?.kind, end?.kind === 'network' && end.reason], ['network', 'resting']);
  assert.equal((await lastRow(app)).state, 'refused');
  assert.deepEqual(bench.simulator.transcript(sinceSeq), [], 'a request was sent during the pause');
  bench.simulator.advance(CIRCUIT_PROBE_MS + 1);
  assert.equal((await errorOf(app.fetchProfile(id)))?.kind, 'upstream', 'one probe');
  assert.equal((await errorOf(app.fetchProfile(id)))?.kind, 'network', 'no second probe');
  assert.equal(bench.simulator.transcript(sinceSeq).length, 1);
  await bench.control('faults', { clear: true });
  bench.simulator.advance(CIRCUIT_PROBE_MS + 1);
  await app.fetchProfile(id);
  await app.search({ limit: 3 });
}
