import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import type { HttpTransport } from '../../../electron/core/ports.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { failureOf } from '../../support/common/failure.ts';
import { until } from '../../support/common/until.ts';
import { runIs } from './plan-world.ts';

/*
 * The app sends the daily `/stats` request only after the user has allowed it, and at most once per UTC day.
 */

const HOUR = 3_600_000;
const COST = { requests: 1, records: 1, pageTurns: 0, companies: 0 };
let clock: FakeClock;
let app: TestApp;
/** Whether the service fails every request. */
let isBroken = false;
let sent = 0;
beforeEach(async () => {
  clock = createFakeClock(Date.UTC(2027, 5, 10, 9));
  isBroken = false;
  sent = 0;
  const real = createFetchTransport((url, init) => fetch(url, init));
  const transport: HttpTransport = {
    get: async (request) => {
      sent += 1;
      return isBroken ? { status: 500, headers: {}, body: '{}' } : real.get(request);
    },
  };
  app = await startTestApp({ demo: true, ports: { clock, transport } });
});
afterEach(() => app.dispose());

const readings = async (): Promise<number> => {
  const { calls } = await app.api.demo.transcript({ offset: 0, limit: 50 });
  return calls.filter(({ path }) => path.endsWith('/stats')).length;
};
const travel = () => app.api.demo.travel({ days: 1 });
/**
 * Advances the clock by an hour, so the rules are applied. Waits until the requests that they start have
 * ended.
 */
async function look(): Promise<void> {
  await clock.advance(HOUR);
  if ((await app.api.plan.run({})).run !== null) await runIs({ app });
}
const allow = () => app.api.quota.setDailyReading({ isOn: true, accepted: COST });

describe('the daily reading', () => {
  it('is never made unless the user allowed it', async () => {
    expect((await app.api.quota.account({})).daily).toMatchObject({ isOn: false, accepted: null });
    await travel();
    await look();
    await app.api.quota.setDailyReading({ isOn: false, accepted: COST });
    await look();
    expect(await readings()).toBe(0);
  });

  it('is made once a UTC day at the accepted price, however often the rules run', async () => {
    const { daily } = await allow();
    expect(daily).toMatchObject({ isOn: true, accepted: COST, preview: { cost: COST } });
    expect(await readings()).toBe(0);
    await look();
    await look();
    expect(await readings()).toBe(1);
    await travel();
    await look();
    await look();
    expect(await readings()).toBe(2);
    const { rows } = await app.api.quota.ledger({ offset: 0, limit: 5 });
    expect(rows[0]).toMatchObject({ endpoint: 'stats', reason: 'Rule: reading', state: 'spent' });
    const { run } = await app.api.plan.run({});
    expect(run).toMatchObject({ by: 'rule', items: [{ kind: 'reading', step: 'done', cost: COST }] });
    expect((await app.api.quota.account({})).reading?.keyName).toBe('Production key');
    await app.api.quota.setDailyReading({ isOn: false, accepted: COST });
    await travel();
    await look();
    expect(await readings()).toBe(2);
  });

  it('is not made on a day on which the user confirmed the budgets', async () => {
    await allow();
    await app.api.quota.confirm({ accepted: COST, screen: 'quota' });
    await look();
    expect(await readings()).toBe(1);
  });

  it('is not tried again on the same day after it failed', async () => {
    await allow();
    isBroken = true;
    await look();
    expect(sent).toBe(1);
    await look();
    isBroken = false;
    await look();
    expect(sent).toBe(1);
  });

  it('cannot be allowed below its price', async () => {
    const cheap = app.api.quota.setDailyReading({ isOn: true, accepted: { ...COST, records: 0 } });
    expect(await failureOf(cheap)).toMatchObject({ kind: 'price-changed' });
    expect((await app.api.quota.account({})).daily.isOn).toBe(false);
  });

  it('shows the service’s report in the account panel', async () => {
    await app.api.quota.confirm({ accepted: COST, screen: 'quota' });
    const { reading, days, excessive } = await app.api.quota.account({});
    expect(reading).toMatchObject({ keyType: 'live', userRateLimit: expect.any(Number) as number });
    expect(days.at(-1)).toMatchObject({ own: 1, others: 0 });
    expect(excessive).toBeNull();
    expect((await app.api.quota.setAlert({ above: 7 })).alertAbove).toBe(7);
    await until(async () => (await app.api.quota.account({})).alertAbove === 7, 'the limit');
  });
});
