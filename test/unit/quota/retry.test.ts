import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/app-failure.ts';
import { TransportFailure } from '../../../electron/core/ports.ts';
import { FREE_PROBES_AN_HOUR } from '../../../electron/core/quota/free-probes.ts';
import { CIRCUIT_FAILURES, CIRCUIT_PROBE_MS } from '../../../electron/core/quota/circuit-breaker.ts';
import { PassingFailure, RETRIES_MAX, retryWaitMs } from '../../../electron/core/quota/retry.ts';
import {
  budgetOf,
  cost,
  createGoverned,
  detailCall,
  listCall,
  type Governed,
} from '../../support/quota/manual-governor.ts';
import { failureOf } from '../../support/common/failure.ts';

const unsent = new TransportFailure('connection', false);
const rowsOf = ({ governor }: Governed) => governor.ledger(0, 50).rows.toReversed();

/** Calls `end` for every attempt that is sent within `ms` milliseconds. Returns the number of attempts. */
async function endAll(
  { clock, sent }: Governed,
  end: (pending: Governed['sent'][number]) => void,
  ms = 5_000,
) {
  let attempts = 0;
  for (let passedMs = 0; passedMs <= ms; passedMs += 100) {
    await clock.advance(passedMs === 0 ? 0 : 100);
    for (const pending of [...sent]) {
      attempts += 1;
      end(pending);
    }
  }
  return attempts;
}

async function runRetried(): Promise<Governed> {
  const governed = createGoverned();
  await governed.spend(detailCall('first'));
  return governed;
}

describe('request that failed free of charge', () => {
  it.each<[string, (pending: Governed['sent'][number]) => void]>([
    ['a failed connection', (pending) => pending.fail(unsent)],
    ['a failed name resolution', (pending) => pending.fail(new TransportFailure('offline', false))],
    ['a 502', (pending) => pending.answer({ status: 502 })],
    ['a 503', (pending) => pending.answer({ status: 503 })],
    ['a 504', (pending) => pending.answer({ status: 504 })],
  ])('is retried twice after %s, with a row for each attempt', async (_name, end) => {
    const governed = await runRetried();
    const failed = failureOf(governed.run(listCall(25)));
    expect(await endAll(governed, end)).toBe(1 + RETRIES_MAX);
    await failed;
    const rows = rowsOf(governed).slice(1);
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['released', 'You'],
      ['released', 'You, retry 1'],
      ['released', 'You, retry 2'],
    ]);
    expect(budgetOf(governed.governor, 'month-records')).toMatchObject({ used: 1, reserved: 0, unknown: 0 });
  });

  it('succeeds at the accepted price once the problem has passed', async () => {
    const governed = await runRetried();
    const running = governed.run(listCall(25));
    let attempts = 0;
    await endAll(governed, (pending) =>
      ++attempts === 1 ? pending.fail(unsent) : pending.answer({ rows: 7 }),
    );
    expect((await running).receipt).toMatchObject({ cost: cost(1, 7, 1), reserved: cost(1, 25, 1) });
    expect(budgetOf(governed.governor, 'month-records')).toMatchObject({ used: 8 });
  });

  it('is retried after the delay named by the service, but not after a long one', async () => {
    const governed = await runRetried();
    const running = failureOf(governed.run(listCall(25)));
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ status: 503, headers: { 'retry-after': '3' } });
    await governed.clock.advance(2_900);
    expect(governed.sent).toHaveLength(0);
    await governed.clock.advance(200);
    expect(governed.sent).toHaveLength(1);
    governed.sent[0]?.answer({ status: 503, headers: { 'retry-after': '120' } });
    expect(await running).toMatchObject({ kind: 'upstream', status: 503 });
  });

  it('is retried after a full minute at the time named by the service', async () => {
    const governed = await runRetried();
    const running = governed.run(listCall(25));
    await governed.clock.advance(0);
    governed.sent[0]?.answer({
      status: 429,
      body: { limit_type: 'per_minute', limit: 20, used: 20, retry_after: 12 },
    });
    await governed.clock.advance(11_000);
    expect(governed.sent).toHaveLength(0);
    await governed.clock.advance(3_000);
    governed.sent[0]?.answer({ rows: 2 });
    expect((await running).receipt.cost).toEqual(cost(1, 2, 1));
  });
});

describe('request that is not retried', () => {
  it.each<[string, (pending: Governed['sent'][number]) => void]>([
    ['may have been charged: a timeout', (pending) => pending.fail(new TransportFailure('timeout', true))],
    ['may have been charged: a reset', (pending) => pending.fail(new TransportFailure('connection', true))],
    ['cannot succeed: a certificate', (pending) => pending.fail(new TransportFailure('tls', false))],
    ['cannot succeed: a redirect', (pending) => pending.fail(new TransportFailure('redirect', true, 302))],
    ['cancelled by the user', (pending) => pending.fail(new TransportFailure('aborted', false))],
    ['with a 400', (pending) => pending.answer({ status: 400 })],
    ['with a 401', (pending) => pending.answer({ status: 401 })],
    ['with a 404', (pending) => pending.answer({ status: 404 })],
    ['with a 500', (pending) => pending.answer({ status: 500 })],
    ['a 200 that is not JSON', (pending) => pending.answer({ value: null })],
    [
      'with a daily 429',
      (pending) =>
        pending.answer({ status: 429, body: { limit_type: 'daily', limit: 300, used: 300, retry_after: 1 } }),
    ],
    [
      'with a 429 of an unknown type',
      (pending) =>
        pending.answer({ status: 429, body: { limit_type: 'abuse', limit: 1, used: 1, retry_after: 1 } }),
    ],
    [
      'with a 429 without a time',
      (pending) => pending.answer({ status: 429, body: { limit_type: 'per_minute', limit: 20, used: 20 } }),
    ],
  ])('%s', async (_name, end) => {
    const governed = await runRetried();
    const failed = failureOf(governed.run(listCall(25)));
    expect(await endAll(governed, end, 70_000)).toBe(1);
    await failed;
  });

  it('runs in the background', async () => {
    const governed = await runRetried();
    const failed = failureOf(governed.run(listCall(25), { lane: 'catch-up' }));
    expect(await endAll(governed, (pending) => pending.fail(unsent))).toBe(1);
    await failed;
  });

  it('failed before its key was replaced or its workspace was closed', async () => {
    for (const change of ['keyReplaced', 'dispose'] as const) {
      const governed = await runRetried();
      const failed = failureOf(governed.run(listCall(25)));
      await governed.clock.advance(0);
      governed.sent[0]?.fail(unsent);
      await governed.clock.advance(0);
      if (change === 'dispose') governed.governor.dispose();
      else governed.governor.keyReplaced('same-account');
      await governed.clock.advance(5_000);
      expect(governed.sent).toHaveLength(0);
      expect(await failed).toMatchObject({ kind: 'network', reason: 'connection' });
    }
  });

  it('exceeds the retry budget, however many requests fail', () => {
    const failure = new PassingFailure({ kind: 'network', reason: 'offline' }, 0);
    expect(retryWaitMs(failure, 1, 0.9, 0)).toBeNull();
    expect(retryWaitMs(failure, RETRIES_MAX + 1, 10, 0)).toBeNull();
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.constantFrom(1, 2), (random, retry) => {
        const waitMs = retryWaitMs(failure, retry, 5, random) ?? -1;
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThan(1_000);
      }),
    );
  });
});

describe('circuit breaker', () => {
  /** Sends background requests one after the other. All fail, and none is retried. */
  async function failTimes(governed: Governed, times: number, end = new TransportFailure('timeout', true)) {
    for (let at = 0; at < times; at += 1) {
      const failed = failureOf(
        governed.run({ ...listCall(1), canonical: `/fail/${at}` }, { lane: 'catch-up' }),
      );
      await governed.clock.advance(0);
      governed.sent[0]?.fail(end);
      await failed;
      await governed.clock.advance(100);
    }
  }

  it('opens after five failures, then allows one request each half minute', async () => {
    const governed = await runRetried();
    await failTimes(governed, CIRCUIT_FAILURES);
    const before = governed.governor.serverNowMs();
    const refused = await failureOf(governed.run(detailCall('a')));
    expect(refused).toMatchObject({ kind: 'network', reason: 'resting' });
    expect(refused).toMatchObject({ retryAtMs: before + CIRCUIT_PROBE_MS - 100 });
    expect(governed.sent).toHaveLength(0);
    expect(rowsOf(governed).at(-1)).toMatchObject({ state: 'refused' });
    await governed.clock.advance(CIRCUIT_PROBE_MS);
    const probe = governed.run(detailCall('b'));
    await governed.clock.advance(0);
    expect(governed.sent).toHaveLength(1);
    expect(await failureOf(governed.run(detailCall('c')))).toMatchObject({ reason: 'resting' });
    governed.sent[0]?.answer();
    await probe;
    expect((await governed.spend(detailCall('d'))).receipt.outcome).toBe('spent');
  });

  it('opens again when the probe fails', async () => {
    const governed = await runRetried();
    await failTimes(governed, CIRCUIT_FAILURES);
    await governed.clock.advance(CIRCUIT_PROBE_MS);
    const probe = failureOf(governed.run(detailCall('b')));
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ status: 503 });
    expect(await probe).toMatchObject({ kind: 'upstream' });
    expect(await failureOf(governed.run(detailCall('c')))).toMatchObject({ reason: 'resting' });
  });

  it.each([404, 429, 400])('is not opened by %s', async (status) => {
    const governed = await runRetried();
    await failTimes(governed, CIRCUIT_FAILURES - 1);
    const failed = failureOf(governed.run(detailCall('x'), { lane: 'catch-up' }));
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ status, body: { limit_type: 'daily_company_detail', limit: 100, used: 100 } });
    await failed;
    await failTimes(governed, 1);
    const running = governed.run(listCall(1));
    await governed.clock.advance(0);
    expect(governed.sent).toHaveLength(1);
    governed.sent[0]?.answer();
    await running;
  });

  it('allows a request that the user starts by hand', async () => {
    const governed = await runRetried();
    await failTimes(governed, CIRCUIT_FAILURES);
    governed.governor.review();
    expect((await governed.spend(detailCall('d'))).receipt.outcome).toBe('spent');
  });
});

describe('repeating a request that got a 404', () => {
  const probe = async (governed: Governed, companyId: string) => {
    const failed = failureOf(governed.run(detailCall(companyId)));
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ status: 404 });
    await governed.clock.advance(7_000);
    return failed;
  };

  it('is free, and therefore limited to ten an hour; first requests are not limited', async () => {
    const governed = await runRetried();
    for (let at = 0; at < FREE_PROBES_AN_HOUR; at += 1)
      expect(await probe(governed, `c${at}`)).toMatchObject({ kind: 'upstream', status: 404 });
    const refused = await failureOf(governed.run(detailCall('c0')));
    expect(refused).toMatchObject({ kind: 'rate-limited', askedAgain: true });
    expect((await governed.spend(detailCall('never-asked'))).receipt.outcome).toBe('spent');
    await governed.clock.advance(3_600_000);
    expect(await probe(governed, 'c0')).toMatchObject({ kind: 'upstream', status: 404 });
  });

  it('is rejected with the time at which it is possible again', async () => {
    const governed = await runRetried();
    await probe(governed, 'c0');
    const firstAtMs = rowsOf(governed).at(-1)?.atMs ?? 0;
    for (let at = 1; at < FREE_PROBES_AN_HOUR; at += 1) await probe(governed, `c${at}`);
    const refused = await failureOf(governed.run(detailCall('c3')));
    expect(refused).toMatchObject({ kind: 'rate-limited' });
    const retryAtMs = refused.kind === 'rate-limited' ? refused.retryAtMs : 0;
    expect(Math.abs(retryAtMs - firstAtMs - 3_600_000)).toBeLessThan(3_000);
  });
});

it('a passing failure is an ordinary one to callers that do not retry', () => {
  const failure = new PassingFailure({ kind: 'network', reason: 'offline' }, 0);
  expect(failure).toBeInstanceOf(AppFailure);
  expect(failure.appError).toEqual({ kind: 'network', reason: 'offline' });
});
