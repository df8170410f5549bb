import { describe, expect, it } from 'vitest';
import { silenceOf } from '../../../electron/core/webhook/tunnel-health.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { eventOf, openSignalsWorld } from '../../support/webhook/webhook-receiver.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 5, 10);

/** Returns delivery times that are `gapMs` apart, newest first. The newest is `START`. */
const every = (gapMs: number, count = 10): number[] =>
  Array.from({ length: count }, (_, at) => START - at * gapMs);
const listening = (toMs: number) => [{ fromMs: START - 90 * DAY, toMs }];
const silence = (deliveries: readonly number[], afterMs: number) =>
  silenceOf(deliveries, listening(START + afterMs), START + afterMs);

describe('silence of the receiver', () => {
  it('begins after four usual gaps, but not before three days', () => {
    expect(silence(every(DAY), 4 * DAY - 1)).toBeNull();
    expect(silence(every(DAY), 4 * DAY)).toEqual({
      listenedMs: 4 * DAY,
      elapsedMs: 4 * DAY,
      usualGapMs: DAY,
    });
    expect(silence(every(2 * HOUR), 3 * DAY - 1)).toBeNull();
    expect(silence(every(2 * HOUR), 3 * DAY)).toMatchObject({ usualGapMs: 2 * HOUR });
    expect(silence(every(7 * DAY), 27 * DAY)).toBeNull();
    expect(silence(every(7 * DAY), 28 * DAY)).not.toBeNull();
  });

  it('counts only the time in which the receiver listened', () => {
    const nowMs = START + 30 * DAY;
    const spans = [
      { fromMs: nowMs - 2 * DAY, toMs: nowMs },
      { fromMs: START - 10 * DAY, toMs: START + DAY },
    ];
    expect(silenceOf(every(HOUR), spans, nowMs)).toMatchObject({ listenedMs: 3 * DAY, elapsedMs: 30 * DAY });
    expect(silenceOf(every(HOUR), spans.slice(1), nowMs)).toBeNull();
    expect(silenceOf(every(HOUR), [], nowMs)).toBeNull();
  });

  it('is not reported without a rhythm: after too few deliveries, or if all came together', () => {
    expect(silence([], 99 * DAY)).toBeNull();
    expect(silence(every(DAY, 4), 99 * DAY)).toBeNull();
    expect(silence(every(60_000, 50), 99 * DAY)).toBeNull();
    expect(silence(every(DAY, 5), 99 * DAY)).not.toBeNull();
  });

  it('counts deliveries that came together as one', () => {
    const bursts = every(DAY).flatMap((atMs) => [atMs, atMs - 60_000, atMs - 120_000]);
    expect(silence(bursts, 4 * DAY)?.usualGapMs).toBeGreaterThan(20 * HOUR);
  });
});

it('the receiver reports its silence once, until the next delivery; a rejected or pasted event ends none', async () => {
  const clock = createFakeClock(START);
  const world = await openSignalsWorld({ clock });
  const silenceNow = () => world.signals.receiver.view().silence;
  const deliver = async (at: number): Promise<void> => {
    const { status } = await world.deliver(eventOf({ companyId: `cmp_${at}`, roundId: `fnd_${at}` }));
    expect(status).toBe(202);
  };
  try {
    for (let day = 0; day < 6; day += 1) {
      await deliver(day);
      await clock.advance(DAY);
    }
    expect(silenceNow()).toBeNull();
    const before = world.pushes.length;
    await clock.advance(4 * DAY);
    expect(silenceNow()).toMatchObject({ usualGapMs: DAY });
    expect(world.pushes.slice(before)).toEqual(['signals.onReceiver']);
    expect((await world.deliver({}, { authorization: 'Bearer wrong' })).status).toBe(401);
    await world.signals.inbox.put({
      body: eventOf({ companyId: 'cmp_p', roundId: 'fnd_p' }) as object,
      via: 'paste',
      receivedAtMs: clock.nowMs(),
    });
    expect(silenceNow()).not.toBeNull();
    await deliver(99);
    expect(silenceNow()).toBeNull();
    expect(world.signals.receiver.view().lastReceivedAtMs).toBe(clock.nowMs());
  } finally {
    await world.close();
  }
});

it('a delivery from this computer is stored, but ends no silence and proves no tunnel', async () => {
  const clock = createFakeClock(START);
  const world = await openSignalsWorld({ clock });
  const view = () => world.signals.receiver.view();
  const deliver = (at: number, how: Parameters<typeof world.deliver>[1] = {}) =>
    world.deliver(eventOf({ companyId: `cmp_${at}`, roundId: `fnd_${at}` }), how);
  try {
    expect((await deliver(0, { isLocal: true })).status).toBe(202);
    expect(view()).toMatchObject({
      receivedSinceChange: false,
      lastReceivedAtMs: null,
      lastLocalAtMs: START,
      month: { events: 1 },
    });
    for (let day = 1; day < 7; day += 1) {
      expect((await deliver(day)).status).toBe(202);
      await clock.advance(DAY);
    }
    const lastMs = clock.nowMs() - DAY;
    expect(view()).toMatchObject({ receivedSinceChange: true, lastReceivedAtMs: lastMs });
    await clock.advance(4 * DAY);
    // Delivers two events from this computer: one that is new, and one that has already arrived through the
    // tunnel.
    await deliver(8, { isLocal: true });
    await deliver(6, { isLocal: true, headers: { 'X-Forwarded-For': '127.0.0.1' } });
    expect(view().silence).not.toBeNull();
    expect(view().lastReceivedAtMs).toBe(lastMs);
    await deliver(8);
    expect(view()).toMatchObject({ silence: null, lastReceivedAtMs: clock.nowMs() });
  } finally {
    await world.close();
  }
});
