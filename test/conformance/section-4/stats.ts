import assert from 'node:assert/strict';
import { GENEROUS } from '../kit/core-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companyId,
  listAt,
  numberAt,
  patchNext,
  pick,
  LAST_60_DAYS,
  textAt,
  setProfile,
} from '../kit/requests.ts';

/** Rows for section 3.7 of the requirements: `/stats`. */
export const ROWS_4_STATS: readonly Row[] = [
  {
    id: 'R-4-12',
    title: 'stats: true usage; late, self-counting, missing, null and extra figures',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      await statsOfService(bench);
      bench.passMinute();
      await statsOfClient(bench);
    },
  },
  {
    id: 'R-4-13',
    title: 'live key, test key and other devices share the account’s budgets',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const { liveKey, testKey } = bench.simulator;
      for (const key of [liveKey, testKey])
        await bench.raw('/health', { headers: { Authorization: `Bearer ${key}` } });
      for (const key of [liveKey, testKey]) {
        const answer = await bench.raw('/stats', { headers: { Authorization: `Bearer ${key}` } });
        assert.ok(numberAt(answer.body, 'rate_limits.daily.used') >= 3, 'the key has separate budgets');
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
      assert.equal((after?.others ?? 0) - (before?.others ?? 0), 60, 'the other device is not distinguished');
      const used = numberAt((await getPath(bench, '/stats')).body, 'rate_limits.daily.used');
      const [own, others] = [after?.used ?? 0, after?.others ?? 0];
      assert.ok(own + others >= used - 1, `${own} + ${others} is less than ${used}`);
    },
  },
];

const BUDGETS = 'per_minute daily monthly monthly_export daily_company_detail monthly_pagination'.split(' ');

async function statsOfService(bench: Bench): Promise<void> {
  const id = await companyId(bench);
  await getPath(bench, `/companies/${id}`);
  await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=10&offset=10`);
  await getPath(bench, '/companies/nobody', 404);
  const { body } = await getPath(bench, '/stats');
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
    numberAt((await getPath(bench, '/stats')).body, 'rate_limits.daily.used');
  const counting = await used();
  await setProfile(bench, { statsCountsItself: false });
  assert.equal(await used(), counting, 'its own call is in the figures');
  await setProfile(bench, { statsLagMs: 300_000 });
  assert.equal(await used(), 0, 'the figures are five minutes old');
  await setProfile(bench, { statsLagMs: 0, statsKeys: 'missing', statsFigures: 'inconsistent' });
  const other = (await getPath(bench, '/stats')).body;
  assert.equal(pick(other, 'rate_limits.monthly_export'), undefined);
  assert.equal(numberAt(other, 'rate_limits.daily.remaining'), 300);
}

async function statsOfClient(bench: Bench): Promise<void> {
  await setProfile(bench, { statsKeys: 'extra', statsFigures: 'consistent', statsCountsItself: true });
  const app = await bench.app();
  const { used } = await dayOf(app);
  const service = numberAt((await getPath(bench, '/stats')).body, 'rate_limits.daily.used');
  assert.equal(used.own + used.others + 1, service, 'the ledger does not add up to the service');
  await setProfile(bench, { statsKeys: 'missing', statsFigures: 'nulls' });
  bench.passMinute();
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
  assert.ok(later.used.own + later.used.others >= service, 'a response with fewer fields erased ledger data');
}

async function dayOf({ api }: Awaited<ReturnType<Bench['app']>>) {
  const day = (await api.quota.status({})).budgets.find(({ budget }) => budget === 'day');
  return { used: { own: day?.used ?? 0, others: day?.others ?? 0 } };
}
