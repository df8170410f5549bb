import { describe, expect, it } from 'vitest';
import { createUptimeLog, gapsIn, gapsOf } from '../../../electron/core/webhook/uptime-log.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { memoryCache } from '../../support/app/library-fixtures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 5, 10);

describe('gaps of the receiver', () => {
  it('lie between two listening periods, but not around a short restart', () => {
    const span = (spanId: number, fromMs: number, toMs: number) => ({ spanId, fromMs, toMs });
    const spans = [span(3, 20 * HOUR, 21 * HOUR), span(2, 3 * HOUR, 6 * HOUR), span(1, 0, 3 * HOUR - MINUTE)];
    expect(gapsOf(spans, 21 * HOUR, true)).toEqual([{ fromMs: 6 * HOUR, toMs: 20 * HOUR }]);
    expect(gapsOf(spans, 30 * HOUR, false)[0]).toEqual({ fromMs: 21 * HOUR, toMs: 30 * HOUR });
    expect(gapsOf([], 30 * HOUR, false)).toEqual([]);
  });

  it('start at most a minute before a crash', async () => {
    const cache = memoryCache();
    const clock = createFakeClock(START);
    const uptimeLog = createUptimeLog(
      cache,
      clock,
      () => clock.nowMs(),
      () => undefined,
    );
    uptimeLog.begin();
    await clock.advance(2 * HOUR + 30_000);
    const reopenedClock = createFakeClock(START + 12 * HOUR);
    const reopenedLog = createUptimeLog(
      cache,
      reopenedClock,
      () => reopenedClock.nowMs(),
      () => undefined,
    );
    reopenedLog.begin();
    expect(gapsIn(cache, reopenedClock.nowMs(), true)).toEqual([
      { fromMs: START + 2 * HOUR, toMs: START + 12 * HOUR },
    ]);
    reopenedLog.end();
    uptimeLog.end();
  });

  it('include the time that the laptop slept', async () => {
    const cache = memoryCache();
    const clock = createFakeClock(START);
    let sleptMs = 0;
    const uptimeLog = createUptimeLog(
      cache,
      clock,
      () => clock.nowMs() + sleptMs,
      () => undefined,
    );
    uptimeLog.begin();
    await clock.advance(10 * MINUTE);
    sleptMs = 14 * HOUR;
    uptimeLog.check();
    expect(uptimeLog.sinceMs()).toBe(START + 10 * MINUTE + sleptMs);
    expect(gapsIn(cache, clock.nowMs() + sleptMs, true)).toEqual([
      { fromMs: START + 10 * MINUTE, toMs: START + 10 * MINUTE + sleptMs },
    ]);
    uptimeLog.end();
    expect(uptimeLog.sinceMs()).toBeNull();
  });
});
