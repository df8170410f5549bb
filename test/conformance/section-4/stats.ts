import assert from 'node:assert/strict';
import { GENEROUS } from '../kit/core-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { asked, companyId, listAt, numberAt, patchNext, pick, RANGE, textAt, turn } from '../kit/requests.ts';

/** Section 3.7: the service's usage figures. */
export const ROWS_4_STATS: readonly Row[] = [
  {
    id: 'R-4-12',
    what: 'stats: the true ledger; lag, self-count, missing, nulls, extra',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      await statsOfService(bench);
      bench.rest();
      await statsOfClient(bench);
    },
  },
  {
    id: 'R-4-13',
    what: 'one account: live, test and other devices share budgets',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const { liveKey, testKey } = bench.simulator;
      for (const key of [liveKey, testKey])
        await bench.raw('/health', { headers: { Authorization: `Bearer ${key}` } });
      for (const key of [liveKey, testKey]) {
        const answer = await bench.raw('/stats', { headers: { Authorization: `Bearer ${key}` } });
        assert.ok(numberAt(answer.body, 'rate_limits.daily.used') >= 3, 'a key has budgets of its own');
      }
      const app = await bench.app();
      const budget = async (name: string) =>
        (await app.api.quota.status({})).budgets.find((one) => one.budget === name);
      const before = await budget('day');
      assert.ok((before?.others ?? 0) >= 4, `others: ${before?.others}`);
      const confirm = () => app.api.quota.confirm({ accepted: GENEROUS, screen: 'quota' });
      await bench.control('ghost', { requestsPerHour: 60 });
      bench.simulator.advance(3_600_000);
      const ghost = await bench.control('state');
      assert.equal(numberAt(ghost, 'ghost.spent'), 60);
      await confirm();
      const after = await budget('day');
      assert.equal((after?.others ?? 0) - (before?.others ?? 0), 60, 'the other device is not told apart');
      const used = numberAt((await asked(bench, '/stats')).body, 'rate_limits.daily.used');
      const [own, others] = [after?.used ?? 0, after?.others ?? 0];
      assert.ok(own + others >= used - 1, `${own} + ${others} is less than ${used}`);
    },
  },
];

const BUDGETS = 'per_minute daily monthly monthly_export daily_company_detail monthly_pagination'.split(' ');

async function statsOfService(bench: Bench): Promise<void> {
  const id = await companyId(bench);
  await asked(bench, `/companies/${id}`);
  await asked(bench, `/fundings?${RANGE}&limit=10&offset=10`);
  await asked(bench, '/companies/nobody', 404);
  const { body } = await asked(bench, '/stats');
  assert.deepEqual(Object.keys(Object(body)).toSorted(), [
    'api_key',
    'average_response_time',
    'daily_usage',
    'endpoints_used',
    'failed_requests',
    'rate_limits',
    'successful_requests',
    'total_requests',
    'user_rate_limit',
  ]);
  assert.deepEqual(Object.keys(Object(pick(body, 'rate_limits'))).toSorted(), BUDGETS.toSorted());
  for (const name of BUDGETS) {
    const of = (field: string): number => numberAt(body, `rate_limits.${name}.${field}`);
    assert.equal(of('remaining'), of('limit') - of('used'), name);
    assert.ok(of('reset_unix') > bench.simulator.nowMs() / 1_000 - 1, `${name} has reset already`);
  }
  assert.equal(numberAt(body, 'failed_requests'), 1);
  assert.equal(numberAt(body, 'rate_limits.daily_company_detail.used'), 1);
  assert.equal(numberAt(body, 'rate_limits.monthly_pagination.used'), 1);
  assert.equal(pick(body, 'api_key.type'), 'live');
  for (const field of ['created_at', 'last_used_at'])
    assert.ok(Number.isInteger(pick(body, `api_key.${field}`)));
  textAt(body, 'api_key.name');
  assert.match(textAt(listAt(body, 'daily_usage').at(-1), 'date'), /^2026-03-15$/);
  const used = async (): Promise<number> =>
    numberAt((await asked(bench, '/stats')).body, 'rate_limits.daily.used');
  const counting = await used();
  await turn(bench, { statsCountsItself: false });
  assert.equal(await used(), counting, 'its own call is in the figures');
  await turn(bench, { statsLagMs: 300_000 });
  assert.equal(await used(), 0, 'the figures are five minutes old');
  await turn(bench, { statsLagMs: 0, statsKeys: 'missing', statsFigures: 'inconsistent' });
  const other = (await asked(bench, '/stats')).body;
  assert.equal(pick(other, 'rate_limits.monthly_export'), undefined);
  assert.equal(numberAt(other, 'rate_limits.daily.remaining'), 300);
}

async function statsOfClient(bench: Bench): Promise<void> {
  await turn(bench, { statsKeys: 'extra', statsFigures: 'consistent', statsCountsItself: true });
  const app = await bench.app();
  const { used } = await dayOf(app);
  const service = numberAt((await asked(bench, '/stats')).body, 'rate_limits.daily.used');
  assert.equal(used.own + used.others + 1, service, 'the ledger does not add up to the service');
  await turn(bench, { statsKeys: 'missing', statsFigures: 'nulls' });
  bench.rest();
  const confirm = () => app.api.quota.confirm({ accepted: GENEROUS, screen: 'quota' });
  await confirm();
  await patchNext(bench, '/stats', {
    surprise: { deep: [1] },
    daily_usage: null,
    rate_limits: { daily: null },
  });
  await confirm();
  const status = await app.api.quota.status({});
  assert.ok(status.confirmedAtMs !== null && status.confirmedAtMs > 0);
  const later = await dayOf(app);
  assert.ok(
    later.used.own + later.used.others >= service,
    'an answer that tells less makes the ledger forget',
  );
}

async function dayOf({ api }: Awaited<ReturnType<Bench['app']>>) {
  const day = (await api.quota.status({})).budgets.find(({ budget }) => budget === 'day');
  return { used: { own: day?.used ?? 0, others: day?.others ?? 0 } };
}
