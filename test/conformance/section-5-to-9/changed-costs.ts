import assert from 'node:assert/strict';
import { fetchUsage, testConnection } from '../kit/actions.ts';
import type { AppBench } from '../kit/app-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { assertCountsEnough } from '../kit/match-ledger.ts';
import { setProfile } from '../kit/requests.ts';

/** The row that tests whether the app detects changed costs in ordinary use. */
export const ROWS_CHANGED_COSTS: readonly Row[] = [
  {
    id: 'changed-costs',
    title: 'ordinary use notices and corrects a changed cost, but not beside another client',
    part: 'C+S',
    run: async ({ open }) => {
      await changes(await open());
      await besideAnotherClient(await open());
    },
  },
];

const FREE = { requests: 0, records: 0 };
const CHARGED = { requests: 1, records: 1 };

/** Fetches `/stats` the given number of times, more than ten minutes apart. */
async function read(bench: Bench, app: AppBench, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    bench.simulator.advance(11 * 60_000);
    await fetchUsage(app);
    await assertCountsEnough(bench, app);
  }
}

async function driftsOf({ api }: AppBench): Promise<string[]> {
  const { drifts } = await api.quota.learned({});
  return drifts.map(({ endpoint, unit, before, after }) => `${endpoint} ${unit} ${before} to ${after}`);
}

async function changes(bench: Bench): Promise<void> {
  const app = await bench.app();
  await read(bench, app, 3);
  assert.deepEqual(await driftsOf(app), []);
  await setProfile(bench, { statsCost: FREE });
  await read(bench, app, 1);
  assert.deepEqual(await driftsOf(app), [], 'corrected after a single pair of readings');
  await read(bench, app, 1);
  assert.deepEqual(await driftsOf(app), ['stats requests 1 to 0']);
  await setProfile(bench, { statsCost: CHARGED });
  await read(bench, app, 4);
  assert.deepEqual((await driftsOf(app))[0], 'stats requests 0 to 1');
  await testConnection(app);
  await read(bench, app, 1);
  assert.equal((await driftsOf(app)).length, 2);
}

async function besideAnotherClient(bench: Bench): Promise<void> {
  const app = await bench.app();
  await setProfile(bench, { statsCost: FREE });
  await bench.control('ghost', { requestsPerHour: 60 });
  await read(bench, app, 5);
  assert.deepEqual(await driftsOf(app), []);
}
