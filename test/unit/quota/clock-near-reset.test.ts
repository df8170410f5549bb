import { describe, expect, it } from 'vitest';
import type { ModelCall, ModelLimits } from '../../support/quota/service-model.ts';
import { createQuotaWorld } from '../../support/quota/governor-world.ts';

const MIDNIGHT = Date.UTC(2026, 4, 15);
const limits: ModelLimits = {
  perMinute: 20,
  daily: 300,
  monthly: 3_000,
  records: 3_000,
  companies: 100,
  pageTurns: 200,
};
const list = (rowsRequested: number): ModelCall => ({
  kind: 'list',
  companyId: null,
  rowsRequested,
  rowsFound: 1,
});

describe('server clock near a reset and after a restart', () => {
  it('stays cautious while an error of the estimate is corrected gradually', async () => {
    // The first two requests reach the service slowly, which puts the estimated time ahead of the service's
    // time. Three fast requests then correct the estimate.
    const latencies = [
      [3_600, 5],
      [3_600, 5],
      [5, 5],
    ] as const;
    let turn = 0;
    const world = createQuotaWorld({
      limits: { ...limits, daily: 5 },
      startMs: MIDNIGHT - 12_000,
      skewMs: 0,
      latency: () => latencies[turn++] ?? [5, 5],
    });
    void world.call(list(1));
    await world.clock.advance(4_000);
    void world.call(list(2));
    await world.clock.advance(4_000);
    await world.clock.advance(MIDNIGHT - 400 - world.nowMs());
    for (let rows = 3; rows <= 5; rows += 1) {
      void world.call(list(rows));
      await world.clock.advance(20);
    }
    void world.call(list(6));
    await world.clock.advance(70_000);
    expect(world.model.refusals).toEqual([]);
    expect(world.transcript).toHaveLength(6);
  });

  it('counts a request for a minute after a restart, even if its end was recorded too early', async () => {
    // After slow responses, the app's estimate lags behind the service's time. Two fast responses then
    // correct it.
    let slow = 9;
    const world = createQuotaWorld({
      limits: { ...limits, perMinute: 10 },
      startMs: MIDNIGHT - 3_600_000,
      skewMs: 0,
      latency: () => (slow-- > 0 ? [5, 9_000] : [5, 5]),
    });
    for (let rows = 1; rows <= 9; rows += 1) {
      void world.call(list(rows));
      await world.clock.advance(9_500);
    }
    await world.clock.advance(120_000);
    for (let rows = 10; rows <= 18; rows += 1) {
      void world.call(list(rows));
      await world.clock.advance(20);
    }
    world.restart(true);
    void world.call(list(19));
    await world.clock.advance(20);
    const startMs = world.nowMs();
    for (let rows = 20; rows <= 29; rows += 1) {
      void world.call(list(rows));
      await world.clock.advance(20);
    }
    await world.clock.advance(startMs + 64_000 - world.nowMs());
    expect(world.model.refusals).toEqual([]);
    expect(world.transcript.length).toBeGreaterThan(20);
  });

  it('counts a request for a minute after a restart, even if the time was known only from before and after a sleep', async () => {
    const world = createQuotaWorld({
      limits: { ...limits, perMinute: 2 },
      startMs: MIDNIGHT - 12 * 3_600_000,
      skewMs: 0,
      latency: () => [5, 5],
    });
    // The laptop sleeps for an hour while the first response is on its way. The app assumes that the response
    // took half of this time, so the estimated time is half an hour behind.
    void world.call(list(2));
    await world.sleep(3_600_000);
    expect(world.governor().serverNowMs()).toBeLessThan(world.nowMs() - 1_700_000);
    await world.clock.advance(70_000);
    // The next response corrects the time, but the app crashes before it settles that request in the ledger.
    world.dieAt('settling', 1);
    void world.call(list(3));
    void world.call(list(4));
    await world.clock.advance(20);
    expect(world.isDead()).toBe(true);
    world.restart(false);
    void world.call(list(5), 'watchlist');
    await world.clock.advance(180_000);
    expect(world.model.refusals).toEqual([]);
    expect(world.transcript).toHaveLength(4);
  });

  it('does not count this device’s own request as another device’s after a slow /stats', async () => {
    const latencies = [
      [5, 5],
      [5, 8_000],
    ] as const;
    let turn = 0;
    const world = createQuotaWorld({
      limits: { ...limits, perMinute: 3 },
      startMs: MIDNIGHT - 3_600_000,
      skewMs: 0,
      countsItself: true,
      latency: () => latencies[turn++] ?? [5, 5],
    });
    void world.call(list(1));
    await world.clock.advance(55_000);
    // When the service receives `/stats`, the first call is less than a minute old, so the service counts it.
    // By the time the app receives the slow response, the call is more than a minute old.
    void world.confirm();
    await world.clock.advance(8_500);
    for (const rows of [2, 3]) {
      void world.call(list(rows));
      await world.clock.advance(50);
    }
    expect(world.transcript).toHaveLength(4);
    expect(world.model.refusals).toEqual([]);
  });

  it('does not carry a guessed time over to the next start', async () => {
    const world = createQuotaWorld({
      limits: { ...limits, perMinute: 2 },
      startMs: MIDNIGHT - 3_600_000,
      skewMs: 0,
      latency: () => [5, 5],
    });
    void world.call(list(1));
    await world.clock.advance(100);
    void world.call(list(2));
    await world.clock.advance(100);
    world.kill();
    world.clock.setWall(5 * 3_600_000);
    world.restart(false);
    world.restart(true);
    void world.call(list(3));
    await world.clock.advance(55_000);
    expect(world.transcript).toHaveLength(2);
    await world.clock.advance(10_000);
    expect(world.transcript).toHaveLength(3);
  });

  it('does not reopen the previous day if the laptop clock is set back after unanswered requests', async () => {
    const details = (companyId: string): ModelCall => ({
      kind: 'company',
      companyId,
      rowsRequested: 1,
      rowsFound: 1,
    });
    const world = createQuotaWorld({
      limits: { ...limits, companies: 2 },
      startMs: MIDNIGHT - 4 * 3_600_000,
      skewMs: 0,
      latency: () => [5, 5],
    });
    void world.call(list(1));
    await world.clock.advance(14 * 3_600_000);
    // The service charges two companies after the next day has begun. The app crashes before it receives the
    // responses, so it cannot tell which day was charged.
    for (const companyId of ['a', 'b']) void world.call(details(companyId));
    world.dieAt('charged', 2);
    await world.clock.advance(100);
    expect(world.isDead()).toBe(true);
    world.clock.setWall(-14 * 3_600_000);
    world.restart(false);
    const third = world.call(details('c'));
    await world.clock.advance(180_000);
    expect(world.model.refusals).toEqual([]);
    expect(await third).not.toBe('ok');
  });
});
