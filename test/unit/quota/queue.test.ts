import { describe, expect, it } from 'vitest';
import { TransportFailure } from '../../../electron/core/ports.ts';
import { budgetOf, cost, createGoverned, detailCall, listCall } from '../../support/quota/manual-governor.ts';
import { settled } from '../../support/app/fake-clock.ts';
import { failureOf } from '../../support/common/failure.ts';

const MINUTE = 60_000;

describe('request queue', () => {
  it('lists requests in flight and waiting requests in order, each with its start time', async () => {
    const governed = createGoverned();
    for (let made = 0; made < 20; made += 1) await governed.spend(detailCall('a'));
    const { serverNowMs } = governed.governor.status();
    void governed.run(detailCall('b'), { lane: 'watchlist', reason: 'Watched list Warm intros' });
    void governed.run(listCall(10));
    void governed.run(listCall(25));
    const { queue, inFlight } = governed.governor.status();
    expect(inFlight).toBe(3);
    expect(queue).toMatchObject([
      { endpoint: 'fundings', state: 'waiting', waitsFor: 'minute', cost: cost(1, 10, 1) },
      { endpoint: 'fundings', state: 'waiting', waitsFor: 'minute', cost: cost(1, 25, 1) },
      { endpoint: 'company', companyId: 'b', lane: 'watchlist', reason: 'Watched list Warm intros' },
    ]);
    const times = queue.map(({ startsAtMs }) => startsAtMs ?? 0);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(times.every((atMs) => atMs > serverNowMs && atMs <= serverNowMs + MINUTE + 2_000)).toBe(true);

    const firstMs = times[0] ?? 0;
    await governed.clock.advance(firstMs - serverNowMs - 1);
    expect(governed.sent).toHaveLength(0);
    await governed.clock.advance(2);
    expect(governed.sent.map(({ call }) => call.canonical)).toContain(listCall(10).canonical);
    expect(governed.governor.status().queue[0]).toMatchObject({
      state: 'under-way',
      startsAtMs: null,
      waitsFor: null,
    });
  });

  it('moves a background request to the interactive lane if the user makes it too', async () => {
    const governed = createGoverned({ limits: { 'companies-day': 5 } });
    for (const id of ['a', 'b', 'c', 'd']) await governed.spend(detailCall(id));
    const background = governed.run(detailCall('e'), { lane: 'watchlist' });
    await governed.clock.advance(MINUTE);
    expect(governed.sent).toHaveLength(0);
    const own = governed.run(detailCall('e'));
    await governed.clock.advance(0);
    expect(governed.sent).toHaveLength(1);
    governed.sent[0]?.answer();
    expect(await own).toBe(await background);
    expect(governed.governor.ledger(0, 1)).toMatchObject({ total: 5, rows: [{ lane: 'interactive' }] });
  });

  it('coalesces identical concurrent requests into one call with one row', async () => {
    const governed = createGoverned();
    await governed.spend(detailCall('a'));
    const [first, second] = [governed.run(detailCall('b')), governed.run(detailCall('b'))];
    await governed.clock.advance(0);
    expect(governed.sent).toHaveLength(1);
    governed.sent[0]?.answer();
    expect(await second).toBe(await first);
    expect(governed.governor.ledger(0, 1).total).toBe(2);
  });

  it('removes a waiting request free of charge, and records that in the ledger', async () => {
    const governed = createGoverned();
    for (let made = 0; made < 20; made += 1) await governed.spend(detailCall('a'));
    const failed = failureOf(governed.run(listCall(10)));
    const [waiting] = governed.governor.status().queue;
    expect(governed.governor.cancel(waiting?.id ?? 0)).toBe(true);
    expect(await failed).toEqual({ kind: 'network', reason: 'aborted' });
    expect(governed.governor.status()).toMatchObject({ queue: [], inFlight: 0 });
    expect(governed.governor.ledger(0, 1).rows[0]).toMatchObject({ state: 'refused', cost: null });
    expect(governed.governor.cancel(waiting?.id ?? 0)).toBe(false);
    await governed.clock.advance(2 * MINUTE);
    expect(governed.sent).toHaveLength(0);
  });

  it('does not send a request cancelled before it is queued or while it waits', async () => {
    const governed = createGoverned();
    for (let made = 0; made < 20; made += 1) await governed.spend(detailCall('a'));
    const off = new AbortController();
    const waiting = failureOf(governed.run(listCall(10), { lane: 'watchlist', callOff: off.signal }));
    await governed.clock.advance(0);
    expect(governed.governor.status().queue).toHaveLength(1);
    off.abort();
    expect(await waiting).toEqual({ kind: 'network', reason: 'aborted' });
    const late = failureOf(governed.run(listCall(10), { lane: 'watchlist', callOff: off.signal }));
    expect(await late).toEqual({ kind: 'network', reason: 'aborted' });
    expect(governed.governor.status()).toMatchObject({ queue: [], inFlight: 0 });
    expect(governed.governor.ledger(0, 1).rows[0]).toMatchObject({ state: 'refused', cost: null });
  });

  it('finishes a request that is cancelled in flight, because it has been paid for', async () => {
    const governed = createGoverned();
    const off = new AbortController();
    const running = governed.run(detailCall('a'), { lane: 'watchlist', callOff: off.signal });
    await governed.clock.advance(0);
    off.abort();
    expect(governed.sent[0]?.signal.aborted).toBe(false);
    governed.sent[0]?.answer();
    expect((await running).receipt.outcome).toBe('spent');
  });

  it('does not cancel a background request that the user has made too', async () => {
    const governed = createGoverned({ limits: { 'companies-day': 5 } });
    for (const id of ['a', 'b', 'c', 'd']) await governed.spend(detailCall(id));
    const off = new AbortController();
    const background = governed.run(detailCall('e'), { lane: 'watchlist', callOff: off.signal });
    await governed.clock.advance(MINUTE);
    const own = governed.run(detailCall('e'));
    off.abort();
    await governed.clock.advance(0);
    governed.sent[0]?.answer();
    expect(await own).toBe(await background);
  });

  it('aborts a request in flight, which counts until the service reports otherwise', async () => {
    const governed = createGoverned();
    await governed.spend(detailCall('a'));
    const failed = failureOf(governed.run(listCall(10)));
    await governed.clock.advance(0);
    const [sent] = governed.sent;
    const [underWay] = governed.governor.status().queue;
    expect(governed.governor.cancel(underWay?.id ?? 0)).toBe(true);
    expect(sent?.signal.aborted).toBe(true);
    sent?.fail(new TransportFailure('aborted', true));
    expect(await failed).toMatchObject({ kind: 'network', reason: 'aborted', counted: true });
    expect(budgetOf(governed.governor, 'month-records')).toMatchObject({ unknown: 10 });
    await settled();
    expect(governed.governor.status().queue).toEqual([]);
  });

  it('reports that background requests wait for the user’s share of the minute, not for the limit', async () => {
    const governed = createGoverned();
    for (let made = 0; made < 10; made += 1) {
      const running = governed.run(detailCall('a'), { lane: 'watchlist' });
      await governed.clock.advance(0);
      governed.sent.at(-1)?.answer();
      await running;
    }
    void governed.run(detailCall('b'), { lane: 'watchlist' });
    expect(budgetOf(governed.governor, 'minute').left).toBe(10);
    expect(governed.governor.status().queue).toMatchObject([{ companyId: 'b', waitsFor: 'share' }]);
  });

  it('delays background requests to the next day if they would use the user’s share', async () => {
    const governed = createGoverned({ limits: { day: 10 } });
    for (let made = 0; made < 8; made += 1) await governed.spend(detailCall('a'));
    void governed.run(detailCall('b'), { lane: 'catch-up' });
    const midnightMs = Date.UTC(2026, 4, 15);
    expect(governed.governor.status().queue).toMatchObject([{ waitsFor: 'pace', startsAtMs: midnightMs }]);
    await governed.spend(detailCall('c'));
    await governed.clock.advance(13 * 60 * MINUTE);
    expect(governed.sent).toHaveLength(0);
    await governed.clock.advance(61 * MINUTE);
    expect(governed.sent).toHaveLength(1);
  });
});

describe('spending cap', () => {
  it('is a hard limit with its own name in the ledger, and resets with the day', async () => {
    const governed = createGoverned();
    const { governor } = governed;
    governor.setAllowance('all', 30);
    await governed.spend(listCall(25), 18);
    expect(governor.allowances()[0]).toMatchObject({ scope: 'all', recordsADay: 30, used: 18 });
    const decision = governor.preview(listCall(25)).decision;
    expect(decision).toMatchObject({ kind: 'refuse', allowance: 'all', affordableRows: 12 });
    expect(await failureOf(governed.run(listCall(25)))).toMatchObject({
      kind: 'quota-exhausted',
      budget: 'month-records',
      allowance: 'all',
      resetsAtMs: Date.UTC(2026, 4, 15),
    });
    expect(governor.ledger(0, 1).rows[0]).toMatchObject({ state: 'refused', refusedAllowance: 'all' });
    await governed.clock.advance(14 * 60 * MINUTE + 1_000);
    expect(governor.preview(listCall(25)).decision).toEqual({ kind: 'go' });
    governor.setAllowance('all', 0);
    expect(governor.preview(listCall(25)).decision).toMatchObject({ affordableRows: null });
    governor.setAllowance('all', null);
    expect(governor.preview(listCall(25)).decision).toEqual({ kind: 'go' });
  });

  it('counts reserved and unknown requests of its lanes', async () => {
    const governed = createGoverned();
    const { governor } = governed;
    governor.setAllowance('watchlist', 3);
    governor.setAllowance('background', 5);
    const used = (): Record<string, number> =>
      Object.fromEntries(governor.allowances().map((row) => [row.scope, row.used]));
    const lost = failureOf(governed.run(detailCall('a'), { lane: 'watchlist' }));
    await governed.clock.advance(0);
    expect(used()).toMatchObject({ all: 1, background: 1, watchlist: 1, 'catch-up': 0 });
    governed.sent[0]?.fail(new TransportFailure('timeout', true));
    await lost;
    expect(used()).toMatchObject({ all: 1, background: 1, watchlist: 1 });
    for (const id of ['b', 'c']) {
      const running = governed.run(detailCall(id), { lane: 'watchlist' });
      await governed.clock.advance(2 * MINUTE);
      governed.sent[0]?.answer();
      await running;
    }
    expect(await failureOf(governed.run(detailCall('d'), { lane: 'watchlist' }))).toMatchObject({
      allowance: 'watchlist',
    });
    const other = governed.run(detailCall('e'), { lane: 'catch-up' });
    await governed.clock.advance(2 * MINUTE);
    governed.sent[0]?.answer();
    await other;
    expect(used()).toMatchObject({ all: 4, background: 4, 'window-closing': 0, watchlist: 3, 'catch-up': 1 });
    await governed.spend(detailCall('f'));
    expect(governor.history().at(-1)).toMatchObject({ own: 5, background: 4, others: 0 });
  });
});
