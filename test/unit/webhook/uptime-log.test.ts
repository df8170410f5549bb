import { describe, expect, it } from 'vitest';
import { createUptimeLog, gapsIn, gapsOf } from '../../../electron/core/webhook/uptime-log.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { memoryCache } from '../../support/app/library-fixtures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 5, 10);

describe('when the receiver did not listen', () => {
  it('is what lies between two times of listening, and a restart is none', () => {
    const span = (spanId: number, fromMs: number, toMs: number) => ({ spanId, fromMs, toMs });
    const spans = [span(3, 20 * HOUR, 21 * HOUR), span(2, 3 * HOUR, 6 * HOUR), span(1, 0, 3 * HOUR - MINUTE)];
    expect(gapsOf(spans, 21 * HOUR, true)).toEqual([{ fromMs: 6 * HOUR, toMs: 20 * HOUR }]);
    expect(gapsOf(spans, 30 * HOUR, false)[0]).toEqual({ fromMs: 21 * HOUR, toMs: 30 * HOUR });
    expect(gapsOf([], 30 * HOUR, false)).toEqual([]);
  });

  it('a killed app was heard from a minute ago at most', async () => {
    const cache = memoryCache();
    const clock = createFakeClock(START);
    const alive = createUptimeLog(cache, clock, () => clock.nowMs());
    alive.begin();
    await clock.advance(2 * HOUR + 30_000);
    // The process is killed without a shutdown entry, and the app is reopened in the evening.
    const later = createFakeClock(START + 12 * HOUR);
    const next = createUptimeLog(cache, later, () => later.nowMs());
    next.begin();
    expect(gapsIn(cache, later.nowMs(), true)).toEqual([
      { fromMs: START + 2 * HOUR, toMs: START + 12 * HOUR },
    ]);
    next.end();
    alive.end();
  });

  it('a sleeping laptop did not listen', async () => {
    const cache = memoryCache();
    const clock = createFakeClock(START);
    let sleptMs = 0;
    const alive = createUptimeLog(cache, clock, () => clock.nowMs() + sleptMs);
    alive.begin();
    await clock.advance(10 * MINUTE);
    sleptMs = 14 * HOUR;
    alive.look();
    expect(alive.sinceMs()).toBe(START + 10 * MINUTE + sleptMs);
    expect(gapsIn(cache, clock.nowMs() + sleptMs, true)).toEqual([
      { fromMs: START + 10 * MINUTE, toMs: START + 10 * MINUTE + sleptMs },
    ]);
    alive.end();
    expect(alive.sinceMs()).toBeNull();
  });
});
