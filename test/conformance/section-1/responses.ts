import assert from 'node:assert/strict';
import { decodeEvent } from '../../../electron/core/service-api/decoders/webhook-event.ts';
import { companyView } from '../../../electron/core/library/company-view.ts';
import { startReceiver } from '../kit/receiver.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { DAY_MS, fundingsQuery, required, ignore, LAST_60_DAYS, textAt } from '../kit/requests.ts';
import { failureOf } from '../../support/common/failure.ts';
import { storeEvent } from '../../support/app/store-without-key.ts';

/** Rows for section 3.1 of the requirements: successful responses and failures. */
export const ROWS_1_SERVICE: readonly Row[] = [
  {
    id: 'R-1-5',
    title: 'GET only; rejects non-JSON bodies and bodies above 5 MB; follows no redirect',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ companies: 100 });
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        assert.equal((await bench.raw('/health', { method })).status, 405, method);
      await readsOddBodies(bench);
      await refusesBadBodies(bench);
      await followsNoRedirect(bench, await open({ companies: 50 }));
    },
  },
  {
    id: 'R-1-6',
    title: 'plan lapsed (403, 402, 401): nothing is spent, the library stays readable',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const { rows } = await app.search();
      const used = await usedRequests(bench);
      await bench.control('plan', { lapsed: true });
      for (const [status, reason] of [
        [403, 'plan'],
        [402, 'plan'],
        [401, 'key-refused'],
      ] as const) {
        await bench.control('profile', { set: { planLapsedStatus: status } });
        const answer = await bench.raw(`/fundings?${LAST_60_DAYS}`);
        assert.equal(answer.status, status);
        assert.match(answer.text, /"error"/);
        const failure = await failureOf(app.fetchProfile(rows[0]?.companyId ?? ''));
        assert.deepEqual(failure, { kind: 'unauthorized', reason });
      }
      assert.equal(await usedRequests(bench), used, 'the service charged something');
      const status = await app.api.quota.status({});
      const month = status.budgets.find(({ budget }) => budget === 'month-requests');
      assert.equal(month?.used, 2, 'the ledger charged something');
      const view = await app.api.companies.get({ id: rows[0]?.companyId ?? '' });
      assert.equal(view.row.name, rows[0]?.name, 'fetched data stays readable');
    },
  },
  {
    id: 'R-1-8',
    title: 'webhook events follow virtual time and become cards without a request',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const receiver = await startReceiver();
      try {
        await bench.control('webhook', { url: receiver.url, allAlerts: true, icpAlerts: false });
        await bench.control('clock', { advanceMs: 10 * DAY_MS });
        await receiver.arrived(1);
      } finally {
        receiver.close();
      }
      const [body] = receiver.received;
      assert.equal(textAt(body, 'event'), 'trigger_published');
      const event = required(decodeEvent(body), 'the event cannot be read');
      const { files, governor } = await bench.core();
      const nowMs = bench.simulator.nowMs();
      storeEvent(files.cache, event, nowMs, 'webhook');
      const card = required(
        companyView(files.cache, files.yours, textAt(body, 'company.id'), nowMs),
        'no card',
      );
      assert.equal(card.row.name, textAt(body, 'company.name'));
      assert.equal(card.rounds[0]?.roundId, textAt(body, 'trigger.evidence.fundingId'));
      assert.deepEqual(bench.simulator.transcript(), [], 'an event causes no request');
      assert.equal(governor.ledger(0, 1).total, 0, 'an event costs nothing');
    },
  },
];

async function usedRequests(bench: Bench): Promise<number> {
  const state: unknown = await bench.control('state');
  const counters: unknown = Reflect.get(Object(state), 'counters');
  return Number(Reflect.get(Object(Reflect.get(Object(counters), 'monthly')), 'used'));
}

/**
 * Checks that the client reads JSON that is compressed, has a byte order mark or has the wrong content type.
 */
async function readsOddBodies(bench: Bench): Promise<void> {
  const { client, context } = await bench.core();
  for (const kind of ['bom', 'gzip', 'wrong-type']) {
    await bench.control('faults', { faults: [{ action: { kind } }] });
    const { value } = await client.request({ endpoint: 'health' }, context(), ignore);
    assert.equal(value.status, 'healthy', kind);
  }
}

/**
 * Checks that a malformed body causes a typed error, and that the ledger counts the call as spent or unknown.
 */
async function refusesBadBodies(bench: Bench): Promise<void> {
  const { client, governor, context } = await bench.core();
  for (const [action, reason, isAnswered] of [
    [{ kind: 'html' }, 'not-json', true],
    [{ kind: 'empty' }, 'not-json', true],
    [{ kind: 'truncate', by: 'close' }, 'not-json', true],
    [{ kind: 'truncate', by: 'content-length' }, 'connection', false],
    [{ kind: 'oversize', bytes: 6_000_000 }, 'too-large', true],
  ] as const) {
    await bench.control('faults', { faults: [{ action }] });
    // Uses the calibration lane, because the app would retry an interactive request.
    const failure = await failureOf(
      client.request(
        { endpoint: 'fundings', query: fundingsQuery({ limit: 5 }) },
        context({ lane: 'calibration' }),
        ignore,
      ),
    );
    assert.equal(failure.kind, 'network', action.kind);
    assert.equal(failure.kind === 'network' ? failure.reason : null, reason, action.kind);
    const row = governor.ledger(0, 1).rows[0];
    assert.ok(row !== undefined && ['spent', 'unknown'].includes(row.state), `${action.kind} is not counted`);
    if (isAnswered) assert.equal(row.status, 200);
    await client.request({ endpoint: 'health' }, context(), ignore);
  }
  await bench.control('faults', { faults: [{ action: { kind: 'status', status: 502, shape: 'html' } }] });
  const failure = await failureOf(
    client.request(
      { endpoint: 'fundings', query: fundingsQuery({ limit: 5 }) },
      context({ lane: 'calibration' }),
      ignore,
    ),
  );
  assert.equal(failure.kind, 'upstream');
  assert.equal(governor.ledger(0, 1).rows[0]?.state, 'released', 'a 502 costs nothing');
}

/**
 * Checks that the client does not follow redirects, because following one would send the API key to another
 * server.
 */
async function followsNoRedirect(bench: Bench, elsewhere: Bench): Promise<void> {
  const { client, context } = await bench.core();
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `${elsewhere.simulator.baseUrl}/health`;
    await bench.control('faults', { faults: [{ action: { kind: 'redirect', location, status } }] });
    const failure = await failureOf(
      client.request({ endpoint: 'health' }, context({ lane: 'calibration' }), ignore),
    );
    assert.equal(failure.kind, 'network');
    assert.equal(failure.kind === 'network' ? failure.reason : null, 'redirect', String(status));
    // This successful call keeps the circuit breaker closed. Several failures in a row would open it.
    await client.request({ endpoint: 'health' }, context(), ignore);
  }
  assert.deepEqual(elsewhere.simulator.transcript(), [], 'the redirect target received a request');
}
