import assert from 'node:assert/strict';
import { acquireFolderLock } from '../../../electron/adapters/folder-lock.ts';
import { num, text } from '../../../electron/core/database/sql.ts';
import type { HttpTransport } from '../../../electron/core/ports.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createHurriedClock } from '../kit/virtual-clock.ts';
import type { Bench, Benches, Row } from '../kit/bench.ts';
import { companyId, companyIds, fundingsQuery, given, ignore, numberAt } from '../kit/requests.ts';
import {
  assertLedger,
  assertNotLess,
  countedIn,
  countersOf,
  endOf,
  lastRow,
  ledgerOf,
} from '../kit/match-ledger.ts';
import { confirm, confirmTwice, fail } from '../kit/actions.ts';
import { until } from '../../support/common/until.ts';

const HOUR_MS = 3_600_000;
const MIDNIGHT_MS = Date.UTC(2026, 2, 16);

/** Section 3.11: conflicting figures, clocks, and what survives a crash. */
export const ROWS_8_TRUTH: readonly Row[] = [
  {
    id: 'R-8-17',
    what: 'stats, headers, ledger disagree: least limit, most used, sum equal to the service',
    part: 'C+S',
    run: async ({ open }) => {
      await countsOthers(await open());
      await keepsTheLeastLimit(await open());
      await releasesUnknown(await open());
    },
  },
  {
    id: 'R-8-18',
    what: 'laptop 2 h off, and set back while it runs: windows by the service’s time',
    part: 'C+S',
    run: keepsServerTime,
  },
  {
    id: 'R-8-19',
    what: 'reserved on disk before the socket is written; unknown after the app ended',
    part: 'C+S',
    run: survivesTheEnd,
  },
  {
    id: 'R-8-20',
    what: 'interactive before background, one background call at a time (own allowance, pace line: test/unit/quota)',
    part: 'C',
    run: servesTheSellerFirst,
  },
  {
    id: 'R-8-21',
    what: 'a folder that is open cannot be opened a second time',
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
  bench.rest();
  await confirm(app);
  const others = (await ledgerOf(app)).filter(({ state }) => state === 'other-device');
  assert.deepEqual(
    others.map(({ cost }) => cost?.requests),
    [37],
    'other devices have a row',
  );
  const counters = await countersOf(bench);
  for (const [budget, path] of [
    ['day', 'daily.used'],
    ['month-requests', 'monthly.used'],
  ] as const)
    assert.equal(
      await countedIn(app, budget),
      numberAt(counters, path),
      `${budget} does not sum to the service`,
    );
  await assertNotLess(bench, app);
}

async function releasesUnknown(bench: Bench): Promise<void> {
  const app = await bench.app();
  const id = await companyId(bench);
  await confirm(app);
  for (const kind of ['reset-before', 'reset-after']) {
    await fail(bench, { kind }, { match: `/companies/${id}` });
    assert.equal((await endOf(app.fetchProfile(id)))?.kind, 'network');
    const row = await lastRow(app);
    assert.equal(row.state, 'unknown', kind);
  }
  const before = await countedIn(app, 'month-requests');
  await confirmTwice(bench, app);
  const states = (await ledgerOf(app))
    .filter(({ call }) => call === `/companies/${id}`)
    .map(({ state }) => state);
  assert.ok(states.includes('released'), `the call that was lost is still counted: ${states.join()}`);
  assert.ok((await countedIn(app, 'month-requests')) <= before + 1);
  await assertNotLess(bench, app);
}

async function keepsTheLeastLimit(bench: Bench): Promise<void> {
  const app = await bench.app();
  const limitOf = async () =>
    given(
      (await app.api.quota.status({})).budgets.find(({ budget }) => budget === 'day'),
      'no day',
    );
  await fail(bench, { kind: 'headers', headers: { 'X-RateLimit-Daily-Limit': '250' } });
  await app.search({ limit: 5 });
  assert.deepEqual([(await limitOf()).limit, (await limitOf()).limitSource], [250, 'header'], 'down at once');
  await fail(bench, { kind: 'headers', headers: { 'x-ratelimit-daily-limit': '9000' } }, { times: 2 });
  await app.search({ limit: 6 });
  assert.ok((await limitOf()).limit <= 300, 'a header alone raised it');
  await app.search({ limit: 7 });
  await confirm(app);
  assert.equal((await limitOf()).limit, 300, 'up again, because /stats agrees');
}

async function keepsServerTime({ open }: Benches): Promise<void> {
  for (const offMs of [2 * HOUR_MS, -2 * HOUR_MS]) {
    const clock = createHurriedClock();
    const bench = await open({ clock, epochMs: MIDNIGHT_MS - HOUR_MS });
    clock.follow(bench.simulator);
    clock.setOff(offMs);
    const core = await bench.core();
    const { client, governor, context } = core;
    await client.health(context(), ignore);
    assert.ok(Math.abs(governor.status().clockSkewMs + offMs) < 3_000, `${governor.status().clockSkewMs}`);
    const day = () =>
      given(
        governor.status().budgets.find(({ budget }) => budget === 'day'),
        'no day',
      );
    assert.equal(day().resetsAtMs, MIDNIGHT_MS);
    clock.setOff(offMs + 5 * HOUR_MS);
    assert.deepEqual([day().used, day().resetsAtMs], [1, MIDNIGHT_MS], 'a changed clock reopened the day');
    for (let call = 0; call < 19; call += 1) await client.health(context(), ignore);
    clock.setOff(offMs - 40 * HOUR_MS);
    const { decision } = core.price({ endpoint: 'health' });
    assert.equal(decision.kind, 'wait', 'a changed clock reopened the minute');
    bench.simulator.setNow(MIDNIGHT_MS + 2 * 61_000);
    await client.health(context(), ignore);
    assert.deepEqual([day().used, day().resetsAtMs], [1, MIDNIGHT_MS + 24 * HOUR_MS]);
    assert.ok(bench.simulator.transcript().every(({ status }) => status === 200));
    await assertLedger(bench, core);
  }
}

/** The contents of the ledger file at the moment of sending. */
interface Watch {
  read: (() => { readonly state: string; readonly requests: number }) | null;
  readonly seen: string[];
}

async function survivesTheEnd({ open }: Benches): Promise<void> {
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
  assert.deepEqual(watch.seen, ['reserved 1'], 'it was not on disk when the socket was written');
  watch.read = null;
  await fail(bench, { kind: 'hang', processed: true }, { match: '/companies/' });
  const hanging = app.fetchPeople(id).then(
    () => 'answered',
    () => 'ended',
  );
  await until(() => bench.simulator.transcript().at(-1)?.fault === 'hang', 'the call that hangs');
  await app.api.workspaces.leave({});
  assert.equal(await hanging, 'ended');
  await app.api.workspaces.open({ id: app.workspace.id });
  const row = await lastRow(app);
  assert.deepEqual([row.call, row.state], [`/companies/${id}/contacts`, 'unknown']);
  await assertNotLess(bench, app);
}

async function servesTheSellerFirst({ open }: Benches): Promise<void> {
  const { transport, order, release } = heldAtTheDoor();
  const bench = await open({ transport });
  const core = await bench.core();
  const { client, context } = core;
  await client.health(context(), ignore);
  const ask = (limit: number, lane: 'interactive' | 'catch-up' | 'watchlist') =>
    client.fundings(fundingsQuery({ limit }), context({ lane }), ignore);
  const answers = Promise.allSettled([
    ask(1, 'catch-up'),
    ask(2, 'catch-up'),
    ask(3, 'watchlist'),
    ask(4, 'interactive'),
    ask(5, 'interactive'),
  ]);
  await until(() => order.length >= 2, 'two calls under way');
  // Long enough for a third call to arrive if it were sent.
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(order.toSorted(), ['1', '4'], 'two under way, one of them in the background');
  release();
  assert.ok((await answers).every(({ status }) => status === 'fulfilled'));
  // The next two calls are sent together. The older background call comes last because of its lane.
  assert.deepEqual([...order.slice(2, 4).toSorted(), order[4]], ['3', '5', '2'], order.join());
  const { lines, decision } = core.price({ endpoint: 'fundings', query: fundingsQuery() });
  assert.equal(decision.kind, 'go');
  assert.ok(lines.every(({ left, leftAfter, cost }) => leftAfter === left - cost));
}

/** A transport that holds list requests in order of arrival, identified by their `limit`. */
function heldAtTheDoor(): {
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
