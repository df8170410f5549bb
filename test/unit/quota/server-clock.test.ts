import { describe, expect, it } from 'vitest';
import type { ClockPair } from '../../../electron/core/database/queries/ledger/account-state.ts';
import { createServerClock, serverDateOf } from '../../../electron/core/quota/server-clock.ts';
import { CALENDAR } from '../../../electron/core/quota/policy/windows.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { createQuotaWorld, settled } from '../../support/quota/governor-world.ts';

const START = Date.UTC(2026, 4, 14, 10);
const HOUR = 3_600_000;
const NOTHING = { pair: null, uncertain: null, notBeforeMs: null };
const reading = (serverMs: number, sentMs = 0, receivedMs = 0, isService = true) => ({
  serverMs,
  sentMs,
  receivedMs,
  isService,
});

describe('server clock', () => {
  it('uses the laptop’s time until the service has responded, then the service’s', async () => {
    const clock = createFakeClock(START);
    clock.setWall(5 * HOUR);
    const server = createServerClock(clock, NOTHING);
    expect([server.nowMs(), server.confirmed()]).toEqual([START + 5 * HOUR, false]);
    await clock.advance(400);
    server.sample(reading(START, clock.monotonicMs() - 400, clock.monotonicMs()));
    expect(Math.abs(server.nowMs() - (START + 400))).toBeLessThanOrEqual(server.errorMs());
    expect(server.skewMs()).toBeLessThan(-4.9 * HOUR);
  });

  it('uses the median of nine samples, so one wrong date has no effect', () => {
    const clock = createFakeClock(START);
    const server = createServerClock(clock, NOTHING);
    for (let sample = 0; sample < 9; sample += 1)
      server.sample(reading(START + (sample === 4 ? 9 * HOUR : 0), 0, 0));
    expect(server.nowMs()).toBe(START + 500);
  });

  it('does not step back within the second that a Date header leaves open, but follows a real correction', async () => {
    const clock = createFakeClock(START);
    const server = createServerClock(clock, NOTHING);
    for (let call = 0; call < 40; call += 1) {
      await clock.advance(130);
      const before = server.nowMs();
      // A `Date` header is rounded down to whole seconds.
      server.sample(
        reading(Math.floor(clock.nowMs() / 1_000) * 1_000, clock.monotonicMs() - 20, clock.monotonicMs()),
      );
      expect(server.nowMs()).toBeGreaterThanOrEqual(before);
    }
    for (let call = 0; call < 9; call += 1)
      server.sample(reading(START - HOUR, clock.monotonicMs(), clock.monotonicMs()));
    expect(server.nowMs()).toBe(START - HOUR + 500);
  });

  it.each([1e308, Infinity, NaN, -1e308, -1, Date.UTC(10_000, 0, 1)])(
    'ignores a number that no date of HTTP can express: %f',
    (serverMs) => {
      const server = createServerClock(createFakeClock(START), NOTHING);
      expect(server.sample(reading(serverMs))).toBeNull();
      expect([server.nowMs(), server.otherTimesMs()]).toEqual([START, []]);
    },
  );

  it('stamps responses in order, even within one millisecond', () => {
    const clock = createFakeClock(START);
    const server = createServerClock(clock, NOTHING);
    const stamps = [server.stampMs(), server.stampMs(), server.stampMs()];
    expect(stamps).toEqual([START, START + 1, START + 2]);
    expect(server.nowMs()).toBe(START);
  });

  it('follows the service, however wrong the laptop’s date is, and ignores a contradicting date from a proxy', () => {
    const clock = createFakeClock(START);
    const server = createServerClock(clock, NOTHING);
    expect(server.sample(reading(START + 25 * HOUR, 0, 0, false))).toBeNull();
    expect([server.nowMs(), server.confirmed()]).toEqual([START, false]);
    server.sample(reading(START - 40 * 24 * HOUR));
    expect([server.nowMs(), server.confirmed()]).toEqual([START - 40 * 24 * HOUR + 500, true]);
  });

  it.each([-10 * 365 * 24, -400 * 24, -1, 1, 400 * 24, 10 * 365 * 24])(
    'is not certain after one date that contradicts the estimate, %i hours off, until a second one agrees',
    (hours) => {
      const clock = createFakeClock(START);
      const server = createServerClock(clock, NOTHING);
      expect(server.sample(reading(START + hours * HOUR))).toBeNull();
      expect([server.isCertain(), server.otherTimesMs()]).toEqual([false, [START]]);
      expect(server.errorMs()).toBeGreaterThanOrEqual(HOUR);
      expect(server.sample(reading(START + hours * HOUR + 5_000))).not.toBeNull();
      expect([server.isCertain(), server.otherTimesMs(), server.hasJumped()]).toEqual([true, [], false]);
      expect(server.nowMs()).toBe(START + hours * HOUR + 500);
    },
  );

  it.each([-400 * 24, -1, 1, 400 * 24])(
    'returns to the estimate if the second date agrees with it, %i hours off',
    (hours) => {
      const clock = createFakeClock(START);
      const server = createServerClock(clock, NOTHING);
      server.sample(reading(START + hours * HOUR));
      expect(server.sample(reading(START))).toEqual({ serverMs: START + 500, wallMs: START });
      expect([server.isCertain(), server.nowMs()]).toEqual([true, START + 500]);
      server.sample(reading(START));
      server.sample(reading(START + hours * HOUR));
      expect([server.isCertain(), server.nowMs(), server.hasJumped()]).toEqual([true, START + 500, false]);
    },
  );

  it('reports that a certain time was replaced', () => {
    const clock = createFakeClock(START);
    const server = createServerClock(clock, NOTHING);
    server.sample(reading(START));
    for (let call = 0; call < 3; call += 1) server.sample(reading(START + 30 * HOUR));
    expect([server.hasJumped(), server.nowMs()]).toEqual([true, START + 30 * HOUR + 500]);
  });

  it('ignores a change of the laptop clock', async () => {
    const clock = createFakeClock(START);
    const server = createServerClock(clock, NOTHING);
    server.sample(reading(START, 0, 0));
    clock.setWall(12 * HOUR);
    await clock.advance(1_000);
    expect(server.nowMs()).toBe(START + 1_500);
    expect(server.skewMs()).toBe(500 - 12 * HOUR);
  });

  it('starts with the offset of the last run, and never before the last time of that run', () => {
    const clock = createFakeClock(START);
    const ahead = { serverMs: START - HOUR, wallMs: START - 3 * HOUR };
    const startMs = (pair: ClockPair | null, notBeforeMs: number): number =>
      createServerClock(clock, { ...NOTHING, pair, notBeforeMs }).nowMs();
    expect(startMs(ahead, ahead.serverMs)).toBe(START + 2 * HOUR);
    clock.setWall(-10 * HOUR);
    const pair = { serverMs: START - HOUR, wallMs: START - HOUR };
    expect(startMs(pair, pair.serverMs)).toBe(START - HOUR);
    expect(startMs(pair, START + HOUR)).toBe(START + HOUR);
    expect(startMs(null, START)).toBe(START);
  });

  it('reads the Date header, or else a timestamp in the body', () => {
    expect(serverDateOf({ date: 'Thu, 14 May 2026 10:00:00 GMT' }, { timestamp: 1 })).toBe(START);
    expect(serverDateOf({}, { timestamp: START / 1_000 })).toBe(START);
    expect(serverDateOf({ date: 'today' }, { timestamp: START })).toBe(START);
    expect(serverDateOf({}, { timestamp: 'x' })).toBeNull();
    expect(serverDateOf({}, null)).toBeNull();
  });
});

/*
 * In one case, the app cannot avoid a 429: a budget is used up, and while the app is closed, the computer's
 * clock is set to a time after the budget's reset.
 */
describe('laptop clock changed while the app was closed', () => {
  const limits = { perMinute: 20, daily: 5, monthly: 300, records: 300, companies: 100, pageTurns: 100 };
  const list = (rowsRequested: number) => ({
    kind: 'list' as const,
    companyId: null,
    rowsRequested,
    rowsFound: 1,
  });

  it('causes at most one 429, which corrects the time', async () => {
    const world = createQuotaWorld({ limits, startMs: START, skewMs: 0, latency: () => [20, 20] });
    for (let rows = 1; rows <= 5; rows += 1) {
      void world.call(list(rows));
      await world.clock.advance(1_000);
    }
    world.restart(true);
    world.clock.setWall(20 * HOUR);
    world.restart(false);
    const endings: string[] = [];
    for (let rows = 6; rows <= 12; rows += 1)
      void world.call(list(rows)).then((ending) => endings.push(ending));
    await world.clock.advance(70_000);
    await settled();
    expect(world.model.refusals.map(({ type }) => type)).toEqual(['daily']);
    expect(endings).toEqual(Array.from({ length: 7 }, () => 'quota-exhausted'));
    expect(Math.abs(world.governor().serverNowMs() - world.nowMs())).toBeLessThan(2_000);
  });

  it('opens no budget if set back', async () => {
    const world = createQuotaWorld({ limits, startMs: START, skewMs: 0, latency: () => [20, 20] });
    for (let rows = 1; rows <= 5; rows += 1) {
      void world.call(list(rows));
      await world.clock.advance(1_000);
    }
    world.clock.setWall(-20 * HOUR);
    world.restart(false);
    expect(await world.call(list(6))).toBe('quota-exhausted');
    expect(world.model.refusals).toEqual([]);
  });
});

describe('one wrong date of the service right after the start', () => {
  const limits = { perMinute: 20, daily: 5, monthly: 7, records: 300, companies: 100, pageTurns: 100 };
  const list = (rowsRequested: number) => ({
    kind: 'list' as const,
    companyId: null,
    rowsRequested,
    rowsFound: 1,
  });

  it.each([-3_650 * 24, -400 * 24, -36, 16, 36, 400 * 24, 3_650 * 24])(
    'opens no budget again: %i hours off',
    async (hours) => {
      const world = createQuotaWorld({ limits, startMs: START, skewMs: 0, latency: () => [20, 20] });
      const endings: string[] = [];
      const call = async (rows: number): Promise<void> => {
        void world.call(list(rows)).then((ending) => endings.push(ending));
        await world.clock.advance(1_000);
      };
      for (let rows = 1; rows <= 4; rows += 1) await call(rows);
      world.restart(true);
      world.restart(false);
      world.wrongNextDate(hours * HOUR);
      for (let rows = 5; rows <= 9; rows += 1) await call(rows);
      await settled();
      expect(endings).toEqual([...Array(5).fill('ok'), ...Array(4).fill('quota-exhausted')]);
      // Even after a restart, the wrong date must not reopen a budget.
      world.restart(false);
      await call(10);
      expect(endings.at(-1)).toBe('quota-exhausted');
      expect(world.model.refusals).toEqual([]);
    },
  );
});

/* In these tests, the dates of the laptop and the service fall into different budget windows. */
describe('laptop date off by more than a day', () => {
  const limits = { perMinute: 20, daily: 5, monthly: 300, records: 300, companies: 100, pageTurns: 100 };
  const list = (rowsRequested: number) => ({
    kind: 'list' as const,
    companyId: null,
    rowsRequested,
    rowsFound: 1,
  });
  const worldAhead = (days: number) =>
    createQuotaWorld({ limits, startMs: START, skewMs: days * 24 * HOUR, latency: () => [20, 20] });
  const calls = async (world: ReturnType<typeof worldAhead>, rows: readonly number[]): Promise<string[]> => {
    const endings: string[] = [];
    for (const each of rows) {
      void world.call(list(each)).then((ending) => endings.push(ending));
      await world.clock.advance(1_000);
    }
    await settled();
    return endings;
  };

  it.each([3, -3, 20, -20])('opens no budget again: %i days, corrected while the app runs', async (days) => {
    const world = worldAhead(days);
    expect(await calls(world, [1, 2, 3])).toEqual(['ok', 'ok', 'ok']);
    world.clock.setWall(0);
    expect(await calls(world, [4, 5, 6, 7])).toEqual(['ok', 'ok', 'quota-exhausted', 'quota-exhausted']);
    expect([world.model.refusals, world.shortfalls]).toEqual([[], []]);
  });

  it.each([3, -3])('opens no budget again: %i days, corrected before the next start', async (days) => {
    const world = worldAhead(days);
    await calls(world, [1, 2, 3]);
    world.restart(true);
    world.clock.setWall(0);
    world.restart(false);
    expect(await calls(world, [4, 5, 6])).toEqual(['ok', 'ok', 'quota-exhausted']);
    expect([world.model.refusals, world.shortfalls]).toEqual([[], []]);
  });

  it.each([3, -3, 12, 20, -20, 400, -400])(
    'counts an unknown request sent before the first response today: %i days',
    async (days) => {
      const world = worldAhead(days);
      world.loseNext(true);
      void world.call(list(1));
      await world.clock.advance(31_000);
      expect(await calls(world, [2, 3, 4, 5, 6])).toEqual(['ok', 'ok', 'ok', 'ok', 'quota-exhausted']);
      expect([world.model.refusals, world.shortfalls]).toEqual([[], []]);
    },
  );

  it('leaves an unknown request in the days in which an earlier run’s only response placed it', async () => {
    const world = worldAhead(3);
    world.loseNext(true);
    void world.call(list(1));
    await world.clock.advance(31_000);
    await calls(world, [2]);
    world.restart(true);
    await world.clock.advance(10 * 24 * HOUR);
    world.clock.setWall(20 * 24 * HOUR);
    world.restart(false);
    expect(await calls(world, [3])).toEqual(['ok']);
    expect(world.drift()).toMatchObject({ day: 0 });
  });
});

it('counts a request with contradicting dates centuries apart only at both ends', () => {
  const span = { fromMs: Date.UTC(2026, 4, 14, 10), toMs: Date.UTC(9999, 0, 1, 10) };
  expect(CALENDAR.startsIn('day', span)).toEqual([Date.UTC(2026, 4, 14), Date.UTC(9999, 0, 1)]);
});
