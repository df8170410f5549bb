import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../../electron/simulator/index.ts';
import { asRow, DAY_MS, EPOCH_MS, get, start } from '../support.ts';

const HOUR_MS = 3_600_000;

let simulator: Simulator;
beforeEach(async () => {
  simulator = await start({ companies: 200, nowMs: () => EPOCH_MS });
});
afterEach(() => simulator.dispose());

/** Returns the usage of a budget as `/stats` reports it. The call to `/stats` itself costs one request. */
const used = async (name: string): Promise<number> => {
  const { body } = await get(simulator, '/stats');
  return Number(asRow(asRow(body['rate_limits'])[name])['used']);
};
const spentToday = () =>
  simulator.snapshot().counters.days[new Date(simulator.nowMs()).toISOString().slice(0, 10)];
const month = () => simulator.snapshot().counters.months['2026-11'];

describe('another device', () => {
  it('spends evenly in virtual time', async () => {
    simulator.setGhost({ requestsPerHour: 4, records: 10, pageTurns: 1, companies: 1 });
    simulator.advance(14 * 60_000);
    expect(simulator.ghost()).toMatchObject({ spent: 0 });
    simulator.advance(HOUR_MS);
    expect(simulator.ghost()).toMatchObject({ spent: 4, waits: 0 });
    expect(month()).toMatchObject({ requests: 4, records: 40, exported: 40, pageTurns: 4 });
    expect(spentToday()?.companyIds).toHaveLength(4);
    expect(await used('daily')).toBe(5);
  });

  it('makes the same requests whether time jumps or advances in steps', async () => {
    const other = await start({ companies: 200, nowMs: () => EPOCH_MS });
    for (const device of [simulator, other])
      device.setGhost({ requestsPerHour: 50, records: 7, companies: 1 });
    simulator.advance(3 * DAY_MS);
    for (let hour = 0; hour < 72; hour += 1) other.advance(HOUR_MS);
    expect(other.snapshot().counters).toEqual(simulator.snapshot().counters);
    await other.dispose();
  });

  it('never exceeds a budget, and resumes after its reset', () => {
    simulator.setGhost({ requestsPerHour: 1_200, records: 50, pageTurns: 1, companies: 1 });
    simulator.advance(HOUR_MS);
    // At 50 records per request, 60 requests use up the month's 3,000 records.
    expect(month()).toEqual({
      requests: 60,
      records: 3_000,
      exported: 3_000,
      pageTurns: 60,
      testKeyRequests: 0,
    });
    expect(simulator.ghost()?.spent).toBe(60);
    simulator.setNow(Date.UTC(2026, 11, 1, 1));
    expect(simulator.ghost()?.spent).toBe(120);
    expect(simulator.snapshot().counters.months['2026-12']).toMatchObject({ requests: 60, records: 3_000 });
  });

  it('is limited by the day, the month and the companies per day', () => {
    simulator.setGhost({ requestsPerHour: 60, records: 0, companies: 1 });
    simulator.advance(HOUR_MS * 11);
    expect(spentToday()?.companyIds).toHaveLength(100);
    simulator.setGhost({ requestsPerHour: 1_200, records: 0 });
    simulator.advance(50 * 60_000);
    expect(spentToday()?.requests).toBe(300);
    simulator.setNow(Date.UTC(2026, 10, 30, 23));
    expect(month()?.requests).toBe(3_000);
  });

  it('takes one step over years without a budget', () => {
    simulator.setGhost({ requestsPerHour: 1_200, records: 50 });
    const startedAt = performance.now();
    simulator.advance(365 * DAY_MS);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(simulator.ghost()?.spent).toBe(13 * 60);
  });

  it('stops at the given time, and repeats nothing when time goes back', () => {
    simulator.setGhost({ requestsPerHour: 10, untilMs: EPOCH_MS + HOUR_MS });
    simulator.advance(5 * HOUR_MS);
    expect(simulator.ghost()?.spent).toBe(10);
    simulator.setGhost({ requestsPerHour: 10 });
    simulator.advance(HOUR_MS);
    simulator.advance(-HOUR_MS);
    simulator.advance(HOUR_MS);
    expect(simulator.ghost()?.spent).toBe(10);
    simulator.setGhost(null);
    simulator.advance(HOUR_MS);
    expect([simulator.ghost(), month()?.requests]).toEqual([null, 20]);
  });

  it('can cause a 429 for the client', async () => {
    simulator.setGhost({ requestsPerHour: 1_200, records: 0 });
    simulator.advance(HOUR_MS);
    expect(await get(simulator, '/health')).toMatchObject({ status: 429, body: { limit_type: 'daily' } });
  });

  it('rejects an invalid schedule', () => {
    expect(() => simulator.setGhost({ requestsPerHour: 0 })).toThrow();
    expect(() => simulator.setGhost({ requestsPerHour: 1, records: 51 })).toThrow();
  });
});

it('spends companies of the day immediately', () => {
  simulator.spend({ companies: 30 });
  simulator.spend({ requests: 2, companies: 5 });
  expect(spentToday()).toMatchObject({ requests: 2 });
  expect(new Set(spentToday()?.companyIds).size).toBe(35);
});
