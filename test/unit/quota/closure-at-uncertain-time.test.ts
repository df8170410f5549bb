import { describe, expect, it } from 'vitest';
import { createQuotaWorld, settled, type QuotaWorld } from '../../support/quota/governor-world.ts';
import { createGoverned, detailCall, listCall, type Governed } from '../../support/quota/manual-governor.ts';
import { failureOf } from '../../support/common/failure.ts';

/*
 * Another device has used up a budget, and a run's first response is a 429 with a date that contradicts the
 * laptop's clock. The budget must stay closed until its reset, even after a crash, and must then open again
 * (ADR 75).
 */

const START = Date.UTC(2026, 4, 14, 10);
const MINUTE = 60_000;
const HOUR = 3_600_000;
const LIMITS = { perMinute: 3, daily: 50, monthly: 300, records: 300, companies: 100, pageTurns: 100 };

/**
 * Makes a call that differs from all earlier ones. Resolves to its result, or to `waits` if it has not ended
 * after 1 s.
 */
async function call(world: QuotaWorld): Promise<string> {
  let ending = 'waits';
  const companyId = `c${world.calls()} at ${world.nowMs()}`;
  void world.call({ kind: 'contacts', companyId, rowsRequested: 1, rowsFound: 1 }).then((ended) => {
    ending = ended;
  });
  await world.clock.advance(1_000);
  await settled();
  return ending;
}

/** Starts an app whose clock is `aheadMs` ahead and whose first call causes a 429. */
async function refusedWorld(aheadMs: number, limits: Partial<typeof LIMITS>): Promise<QuotaWorld> {
  const all = { ...LIMITS, ...limits };
  const world = createQuotaWorld({ limits: all, startMs: START, skewMs: aheadMs, latency: () => [20, 20] });
  world.model.spendElsewhere(Math.min(all.perMinute, all.daily, all.monthly), 0, START);
  await call(world);
  expect(world.model.refusals).toHaveLength(1);
  return world;
}

const restart = (world: QuotaWorld): void => {
  world.kill();
  world.restart(false);
};

describe('a minute that a 429 closed', () => {
  it.each([-240, -5, -1, 1, 5, 240])(
    'reopens after a minute and no earlier, also after a crash, with the laptop %i hours ahead',
    async (hours) => {
      for (const crashes of [false, true]) {
        const world = await refusedWorld(hours * HOUR, {});
        if (crashes) restart(world);
        await world.clock.advance(30_000);
        expect(await call(world)).not.toBe('ok');
        expect(world.calls()).toBe(1);
        await world.clock.advance(90_000);
        expect(await call(world)).toBe('ok');
        expect(world.model.refusals).toHaveLength(1);
      }
    },
  );

  it('does not stay closed if the laptop’s clock is set back before the next start', async () => {
    const world = await refusedWorld(5 * HOUR, {});
    await world.clock.advance(10 * MINUTE);
    world.clock.setWall(0);
    restart(world);
    await world.clock.advance(2 * MINUTE);
    expect(await call(world)).toBe('ok');
  });
});

describe('a day that a 429 closed', () => {
  it.each([20, 240])(
    'stays closed until its end after a crash, with the laptop %i hours ahead',
    async (hours) => {
      const world = await refusedWorld(hours * HOUR, { perMinute: 20, daily: 5 });
      restart(world);
      await world.clock.advance(2 * MINUTE);
      expect(await call(world)).toBe('quota-exhausted');
      restart(world);
      await world.clock.advance(13 * HOUR);
      expect(await call(world)).toBe('quota-exhausted');
      expect(world.calls()).toBe(1);
      await world.clock.advance(HOUR);
      expect(await call(world)).toBe('ok');
    },
  );
});

describe('a month that a 429 closed', () => {
  it.each([0, 4])(
    'allows /stats five minutes later, by the clock of the 429, %i hours ahead',
    async (hours) => {
      for (const crashes of [false, true]) {
        const world = await refusedWorld(hours * HOUR, { perMinute: 20, monthly: 3 });
        if (crashes) restart(world);
        await world.clock.advance(4 * MINUTE);
        void world.confirm();
        await world.clock.advance(1_000);
        expect(world.calls()).toBe(1);
        await world.clock.advance(2 * MINUTE);
        void world.confirm();
        await world.clock.advance(1_000);
        expect(world.calls()).toBe(2);
      }
    },
  );
});

describe('companies that a 429 closed', () => {
  const AHEAD = 20 * HOUR;
  const answer = async (governed: Governed, change: object): Promise<void> => {
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ value: null, ...change });
  };

  it('stay closed if a later run gets only a response without a date', async () => {
    const first = createGoverned({ skewMs: AHEAD });
    const refused = failureOf(first.run(detailCall('a')));
    const body = { error: 'limit', limit_type: 'daily_company_detail', limit: 100, used: 100 };
    await answer(first, { status: 429, body });
    expect(await refused).toMatchObject({ kind: 'quota-exhausted', budget: 'companies-day' });

    const second = createGoverned({ skewMs: AHEAD, db: first.db });
    const failed = failureOf(second.run(listCall(), { lane: 'catch-up' }));
    await answer(second, { status: 500, headers: { date: '' } });
    expect(await failed).toMatchObject({ kind: 'upstream' });

    const third = createGoverned({ skewMs: AHEAD, db: first.db });
    expect(third.governor.preview(detailCall('b')).decision).toMatchObject({
      kind: 'refuse',
      budget: 'companies-day',
    });
  });
});
