import assert from 'node:assert/strict';
import { createVirtualClock, type VirtualClock } from '../kit/virtual-clock.ts';
import type { Bench, Benches, Row } from '../kit/bench.ts';
import { getPath, fundingsQuery, ignore } from '../kit/requests.ts';
import { assertLedger, lastSeq } from '../kit/match-ledger.ts';
import { fetchUsage, setFault } from '../kit/actions.ts';
import { withPrefix } from '../kit/switch-row.ts';

/** Rows for section 3.11 of the requirements: the rolling minute. */
export const ROWS_8_MINUTE: readonly Row[] = [
  {
    id: 'R-8-1',
    title: 'rolling minute: 20 alone, 18 with others, Retry-After, 10 for background',
    part: 'C+S',
    run: async (benches) => {
      await rollsOnTheWire(await benches.open());
      await withPrefix('alone', () => fillsTheMinute(benches));
      await withPrefix('other devices', async () => holdsTwoBack(await benches.open()));
      await withPrefix('429', () => waitsForRetryAfter(benches));
      await withPrefix('background', async () => leavesHalfFree(await benches.open()));
    },
  },
];

async function rollsOnTheWire(bench: Bench): Promise<void> {
  bench.simulator.freeze(true);
  for (let call = 0; call < 20; call += 1) {
    if (call === 10) bench.simulator.advance(30_000);
    await getPath(bench, '/health');
  }
  await getPath(bench, '/health', 429);
  bench.simulator.advance(30_000);
  for (let call = 0; call < 10; call += 1) await getPath(bench, '/health');
  await getPath(bench, '/health', 429);
  bench.simulator.freeze(false);
}

async function virtualTimeCore({
  open,
}: Benches): Promise<{ readonly bench: Bench; readonly clock: VirtualClock }> {
  const clock = createVirtualClock();
  const bench = await open({ clock });
  clock.follow(bench.simulator);
  return { bench, clock };
}

async function fillsTheMinute(benches: Benches): Promise<void> {
  const { bench } = await virtualTimeCore(benches);
  const core = await bench.core();
  const times: number[] = [];
  for (let call = 0; call < 45; call += 1) {
    await core.client.request({ endpoint: 'health' }, core.context(), ignore);
    times.push(bench.simulator.nowMs());
  }
  assert.ok((times[19] ?? 0) - (times[0] ?? 0) < 20_000, 'this device may use all 20');
  assert.ok((times[20] ?? 0) - (times[0] ?? 0) >= 60_000, 'the 21st waits');
  const { busiestMinute, byStatus } = bench.simulator.audit();
  assert.deepEqual(byStatus, { 200: 45 }, 'the service refused something');
  assert.ok((busiestMinute?.calls ?? 0) <= 20);
  await assertLedger(bench, core);
}

async function holdsTwoBack(bench: Bench): Promise<void> {
  const app = await bench.app();
  const leftOfMinute = async (): Promise<number> =>
    (await app.api.quota.status({})).budgets.find(({ budget }) => budget === 'minute')?.left ?? -1;
  bench.simulator.advance(130_000);
  assert.equal(await leftOfMinute(), 20);
  await bench.control('spend', { requests: 5 });
  bench.simulator.advance(61_000);
  await fetchUsage(app);
  bench.simulator.advance(130_000);
  assert.equal(await leftOfMinute(), 18);
}

async function waitsForRetryAfter(benches: Benches): Promise<void> {
  const { bench } = await virtualTimeCore(benches);
  const core = await bench.core();
  await core.client.request({ endpoint: 'health' }, core.context(), ignore);
  const sinceSeq = lastSeq(bench);
  await setFault(bench, { kind: 'limit', limitType: 'per_minute' });
  await core.client.request({ endpoint: 'health' }, core.context(), ignore);
  const [refused, again] = bench.simulator.transcript(sinceSeq);
  assert.deepEqual([refused?.status, again?.status], [429, 200]);
  assert.ok((again?.atMs ?? 0) - (refused?.atMs ?? 0) >= 59_000, 'it did not wait');
  await assertLedger(bench, core);
}

async function leavesHalfFree(bench: Bench): Promise<void> {
  const core = await bench.core();
  await core.client.request({ endpoint: 'health' }, core.context(), ignore);
  // Some of the requests would wait for up to a minute of real time. The test therefore counts only the
  // requests that are sent within a second.
  const query = fundingsQuery({ limit: 1 });
  const made = Array.from({ length: 12 }, (_, index) =>
    core.client
      .request(
        { endpoint: 'fundings', query: { ...query, offset: index } },
        core.context({ lane: 'catch-up' }),
        ignore,
      )
      .catch(ignore),
  );
  await Promise.race([Promise.all(made), new Promise((resolve) => setTimeout(resolve, 1_000))]);
  const spent = bench.simulator.transcript().filter(({ charged }) => charged.requests > 0).length - 1;
  assert.ok(spent <= 10, `background calls took ${spent} of the minute's 20`);
}
