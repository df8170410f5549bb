import assert from 'node:assert/strict';
import { acquireFolderLock } from '../../../electron/adapters/folder-lock.ts';
import { num, text } from '../../../electron/core/database/sql.ts';
import type { HttpTransport } from '../../../electron/core/ports.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createVirtualClock } from '../kit/virtual-clock.ts';
import type { Bench, Benches, Row } from '../kit/bench.ts';
import { companyId, companyIds, fundingsQuery, required, ignore, numberAt } from '../kit/requests.ts';
import {
  assertLedger,
  assertCountsEnough,
  appCount,
  serviceCounters,
  errorOf,
  lastRow,
  ledgerOf,
} from '../kit/match-ledger.ts';
import { fetchUsage, fetchUsageTwice, setFault } from '../kit/actions.ts';
import { until } from '../../support/common/until.ts';

const HOUR_MS = 3_600_000;
const MIDNIGHT_MS = Date.UTC(2026, 2, 16);

/**
 * Rows for section 3.11 of the requirements. They cover conflicts such as contradictory values from the
 * service, wrong clocks and crashes.
 */
export const ROWS_8_TRUTH: readonly Row[] = [
  {
    id: 'R-8-17',
    title: 'if stats, headers and ledger disagree: lowest limit, highest use',
    part: 'C+S',
    run: async ({ open }) => {
      await countsOthers(await open());
      await usesLowestLimit(await open());
      await releasesUnknown(await open());
    },
  },
  {
    id: 'R-8-18',
    title: 'laptop clock 2 h off or set back: windows follow the service’s time',
    part: 'C+S',
    run: usesServerTime,
  },
  {
    id: 'R-8-19',
    title: 'reserves on disk before sending; a call cut off by a crash is unknown',
    part: 'C+S',
    run: survivesCrash,
  },
  {
    id: 'R-8-20',
    title: 'interactive calls go first; one background call at a time',
    part: 'C',
    run: servesInteractiveFirst,
  },
  {
    id: 'R-8-21',
    title: 'a second app cannot open the same folder',
    part: 'C',
    run: () => {
      const folder = tempDir();
      try {
        const first = acquireFolderLock(folder.path, 'electron');
        assert.equal(first.state, 'acquired');
        assert.equal(acquireFolderLock(folder.path, 'loopback').state, 'held');
        if (first.state === 'acquired') first.release();
        const second = acquireFolderLock(folder.path, 'loopback');
        assert.equal(second.state, 'acquired');
        if (second.state === 'acquired') second.release();
      } finally {
        folder.remove();
      }
      return Promise.resolve();
    },
  },
];

async function countsOthers(bench: Bench): Promise<void> {
  const app = await bench.app();
  await app.search({ limit: 5 });
  await bench.control('spend', { requests: 37, records: 80, pageTurns: 3, companies: 4 });
  bench.passMinute();
  await fetchUsage(app);
  const others = (await ledgerOf(app)).filter(({ state }) => state === 'other-device');
  assert.deepEqual(
    others.map(({ cost }) => cost?.requests),
    [37],
    'other devices have a row',
  );
  const counters = await serviceCounters(bench);
  for (const [budget, path] of [
    ['day', 'daily.used'],
    ['month-requests', 'monthly.used'],
  ] as const)
    assert.equal(
      await appCount(app, budget),
      numberAt(counters, path),
      `${budget} does not sum to the service`,
    );
  await assertCountsEnough(bench, app);
}

async function releasesUnknown(bench: Bench): Promise<void> {
  const app = await bench.app();
  const id = await companyId(bench);
  await fetchUsage(app);
  for (const kind of ['reset-before', 'reset-after']) {
    await setFault(bench, { kind }, { match: `/companies/${id}` });
    assert.equal((await errorOf(app.fetchProfile(id)))?.kind, 'network');
    const row = await lastRow(app);
    assert.equal(row.state, 'unknown', kind);
  }
  const before = await appCount(app, 'month-requests');
  await fetchUsageTwice(bench, app);
  const states = (await ledgerOf(app))
    .filter(({ call }) => call === `/companies/${id}`)
    .map(({ state }) => state);
  assert.ok(states.includes('released'), `the lost call is still counted: ${states.join()}`);
  assert.ok((await appCount(app, 'month-requests')) <= before + 1);
  await assertCountsEnough(bench, app);
}

async function usesLowestLimit(bench: Bench): Promise<void> {
  const app = await bench.app();
  const limitOf = async () =>
    required(
      (await app.api.quota.status({})).budgets.find(({ budget }) => budget === 'day'),
      'no day',
    );
  await setFault(bench, { kind: 'headers', headers: { 'X-RateLimit-Daily-Limit': '250' } });
  await app.search({ limit: 5 });
  assert.deepEqual(
    [(await limitOf()).limit, (await limitOf()).limitSource],
    [250, 'header'],
    'lowered immediately',
  );
  await setFault(bench, { kind: 'headers', headers: { 'x-ratelimit-daily-limit': '9000' } }, { times: 2 });
  await app.search({ limit: 6 });
  assert.ok((await limitOf()).limit <= 300, 'a header alone raised the limit');
  await app.search({ limit: 7 });
  await fetchUsage(app);
  assert.equal((await limitOf()).limit, 300, 'raised again, because /stats agrees');
  assert.equal((await limitOf()).differingLimits, undefined);
  await setFault(bench, { kind: 'headers', headers: { 'X-RateLimit-Daily-Limit': '250' } });
  await app.search({ limit: 8 });
  const differing = (await limitOf()).differingLimits ?? [];
  assert.deepEqual(differing.map(({ limit }) => limit).toSorted(), [250, 300], 'the difference is reported');
}

async function usesServerTime({ open }: Benches): Promise<void> {
  for (const offMs of [2 * HOUR_MS, -2 * HOUR_MS]) {
    const clock = createVirtualClock();
    const bench = await open({ clock, epochMs: MIDNIGHT_MS - HOUR_MS });
    clock.follow(bench.simulator);
    clock.setOffset(offMs);
    const core = await bench.core();
    const { client, governor, context } = core;
    await client.request({ endpoint: 'health' }, context(), ignore);
    assert.ok(Math.abs(governor.status().clockSkewMs + offMs) < 3_000, `${governor.status().clockSkewMs}`);
    const day = () =>
      required(
        governor.status().budgets.find(({ budget }) => budget === 'day'),
        'no day',
      );
    assert.equal(day().resetsAtMs, MIDNIGHT_MS);
    clock.setOffset(offMs + 5 * HOUR_MS);
    assert.deepEqual([day().used, day().resetsAtMs], [1, MIDNIGHT_MS], 'a clock change reopened the day');
    for (let call = 0; call < 19; call += 1) await client.request({ endpoint: 'health' }, context(), ignore);
    clock.setOffset(offMs - 40 * HOUR_MS);
    const { decision } = core.price({ endpoint: 'health' });
    assert.equal(decision.kind, 'wait', 'a clock change reopened the minute');
    bench.simulator.setNow(MIDNIGHT_MS + 2 * 61_000);
    await client.request({ endpoint: 'health' }, context(), ignore);
    // The response to the first request contradicted the laptop's clock, so the app counts the first request
    // on both the old and the new day. The new day therefore has two requests: the first and the latest.
    assert.deepEqual([day().used, day().resetsAtMs], [2, MIDNIGHT_MS + 24 * HOUR_MS]);
    assert.ok(bench.simulator.transcript().every(({ status }) => status === 200));
    await assertLedger(bench, core);
  }
}

/** When a request is sent, `read` returns the newest ledger row, and `seen` records it. */
interface Watch {
  read: (() => { readonly state: string; readonly requests: number }) | null;
  readonly seen: string[];
}

async function survivesCrash({ open }: Benches): Promise<void> {
  const watch: Watch = { read: null, seen: [] };
  const watching = (real: HttpTransport): HttpTransport => ({
    get: (request) => {
      const row = watch.read?.();
      if (row !== undefined) watch.seen.push(`${row.state} ${row.requests}`);
      return real.get(request);
    },
  });
  const bench = await open({ transport: watching });
  const [id = ''] = await companyIds(bench);
  const app = await bench.app();
  const query = 'SELECT state, reserved_requests FROM entry ORDER BY id DESC LIMIT 1';
  watch.read = () => {
    const [row] = app.read('ledger', query);
    return { state: row ? text(row, 'state') : 'none', requests: row ? num(row, 'reserved_requests') : 0 };
  };
  await app.fetchProfile(id);
  assert.deepEqual(watch.seen, ['reserved 1'], 'the reservation was not on disk before sending');
  watch.read = null;
  await setFault(bench, { kind: 'hang', processed: true }, { match: '/companies/' });
  const hanging = app.fetchContacts(id).then(
    () => 'answered',
    () => 'ended',
  );
  await until(() => bench.simulator.transcript().at(-1)?.fault === 'hang', 'the call that hangs');
  await app.api.workspaces.leave({});
  assert.equal(await hanging, 'ended');
  await app.api.workspaces.open({ id: app.workspace.id });
  const row = await lastRow(app);
  assert.deepEqual([row.call, row.state], [`/companies/${id}/contacts`, 'unknown']);
  await assertCountsEnough(bench, app);
}

async function servesInteractiveFirst({ open }: Benches): Promise<void> {
  const { transport, order, release } = holdListRequests();
  const bench = await open({ transport });
  const core = await bench.core();
  const { client, context } = core;
  await client.request({ endpoint: 'health' }, context(), ignore);
  const startCall = (limit: number, lane: 'interactive' | 'catch-up' | 'watchlist') =>
    client.request({ endpoint: 'fundings', query: fundingsQuery({ limit }) }, context({ lane }), ignore);
  const answers = Promise.allSettled([
    startCall(1, 'catch-up'),
    startCall(2, 'catch-up'),
    startCall(3, 'watchlist'),
    startCall(4, 'interactive'),
    startCall(5, 'interactive'),
  ]);
  await until(() => order.length >= 2, 'two calls in flight');
  // Two calls are already in flight, so a third call must not arrive during this wait.
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(order.toSorted(), ['1', '4'], 'two in flight, one of them in the background');
  release();
  assert.ok((await answers).every(({ status }) => status === 'fulfilled'));
  // Calls 3 and 5 come next. They are sent together, so their order may vary. Call 2 was made before them,
  // but it is sent last because its lane has a lower priority.
  assert.deepEqual([...order.slice(2, 4).toSorted(), order[4]], ['3', '5', '2'], order.join());
  const { lines, decision } = core.price({ endpoint: 'fundings', query: fundingsQuery() });
  assert.equal(decision.kind, 'go');
  assert.ok(lines.every(({ left, leftAfter, cost }) => leftAfter === left - cost));
}

/**
 * Returns a transport that holds back list requests until `release` is called. `order` contains the `limit`
 * values of these requests in the order in which they arrived.
 */
function holdListRequests(): {
  readonly transport: (real: HttpTransport) => HttpTransport;
  readonly order: readonly string[];
  readonly release: () => void;
} {
  const order: string[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    transport: (real) => ({
      get: async (request) => {
        const limit = new URL(request.url).searchParams.get('limit');
        if (limit === null) return real.get(request);
        order.push(limit);
        await released;
        return real.get(request);
      },
    }),
    order,
    release: () => release(),
  };
}
