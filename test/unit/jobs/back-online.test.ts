import { expect, it } from 'vitest';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { marketSchema } from '../../../shared/model/market.ts';
import * as morning from '../../e2e/today/week-away.ts';

/*
 * The user has been away for a week, and there is no network. Catch-up waits in the offline queue, and
 * today's plan is paused. Both resume once the network is back.
 */

const START_MS = Date.UTC(2026, 4, 14, 10);

async function weekAway() {
  const clock = createFakeClock(START_MS);
  const app = await startTestApp({ demo: true, ports: { clock } });
  await morning.followSome((channel, input = {}) => app.port.request(channel, input));
  // This market has so few rounds that one page closes the gap.
  await app.api.market.set({ market: marketSchema.parse({ countries: ['DE'] }), saveAs: null });
  await app.api.demo.travel({ days: 7 });
  return { app, clock };
}
const callsSent = async ({ api }: TestApp): Promise<number> =>
  (await api.demo.transcript({ offset: 0, limit: 1 })).total;

it('catching up waits for the network and is made once, at the price that stood on its button', async () => {
  const { app, clock } = await weekAway();
  const { api } = app;
  const { gap } = await api.plan.gap({});
  const accepted = gap?.preview.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
  await api.demo.setService({ running: false });
  const before = await callsSent(app);
  await api.offline.add({ ask: { kind: 'catch-up' }, accepted, screen: 'today' });
  await api.offline.add({ ask: { kind: 'catch-up' }, accepted, screen: 'today' });
  const waiting = async () => (await api.offline.list({})).calls;
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return (await waiting()).map(({ state }) => state);
    })
    .toEqual(['waiting']);
  expect((await waiting())[0]?.now?.cost).toEqual(accepted);
  expect(await callsSent(app)).toBe(before);

  await api.demo.setService({ running: true });
  await expect
    .poll(async () => {
      await clock.advance(15_000);
      return (await waiting()).map(({ state }) => state);
    })
    .toEqual(['done']);
  const [done] = await waiting();
  expect(done?.receipt?.outcome).toBe('spent');
  expect(done?.receipt?.cost.records).toBeLessThanOrEqual(accepted.records);
  expect(await callsSent(app)).toBe(before + (gap?.stretches.length ?? 0));
  expect(await api.plan.gap({})).toEqual({ gap: null, uncovered: [] });
  await app.dispose();
});

it('a gap that no longer exists when the network is back costs nothing, and its request is refused', async () => {
  const { app, clock } = await weekAway();
  const { api } = app;
  const { gap } = await api.plan.gap({});
  const accepted = gap?.preview.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
  await api.plan.catchUp({ accepted, screen: 'today' });
  const before = await callsSent(app);
  await api.offline.add({ ask: { kind: 'catch-up' }, accepted, screen: 'today' });
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return (await api.offline.list({})).calls.map(({ state, now }) => ({ state, now }));
    })
    .toEqual([{ state: 'refused', now: null }]);
  expect(await callsSent(app)).toBe(before);
  await app.dispose();
});

it('a plan that was approved without a network resumes automatically when the network is back', async () => {
  const { app, clock } = await weekAway();
  const { api } = app;
  await api.demo.setService({ running: false });
  const before = await callsSent(app);
  const { proposal } = await api.plan.today({});
  const keys = proposal.items.map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(0);
  const accepted = proposal.preview?.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
  await api.plan.approve({ keys, accepted, screen: 'today' });
  const run = async () => (await api.plan.run({})).run;
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return run();
    })
    .toMatchObject({ state: 'paused', paused: 'offline', spent: { records: 0 } });
  expect(await callsSent(app)).toBe(before);

  await api.demo.setService({ running: true });
  await expect
    .poll(
      async () => {
        await clock.advance(15_000);
        return (await run())?.state;
      },
      { timeout: 10_000 },
    )
    .toBe('over');
  const made = (await run())?.items.filter(({ step }) => step === 'done' || step === 'free').length;
  expect(await callsSent(app)).toBe(before + (made ?? 0));
  expect(made).toBe(keys.length);
  await app.dispose();
});

it('a queued request that succeeds resumes the plan as well, before its own delay is over', async () => {
  const { app, clock } = await weekAway();
  const { api } = app;
  await api.demo.setService({ running: false });
  const { proposal } = await api.plan.today({});
  const keys = proposal.items.map(({ key }) => key);
  const accepted = proposal.preview?.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
  await api.plan.approve({ keys, accepted, screen: 'today' });
  const { gap } = await api.plan.gap({});
  await api.offline.add({
    ask: { kind: 'catch-up' },
    accepted: gap?.preview.cost ?? accepted,
    screen: 'today',
  });
  const states = async () => [
    (await api.plan.run({})).run?.paused,
    ...(await api.offline.list({})).calls.map(({ state }) => state),
  ];
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      return states();
    })
    .toEqual(['offline', 'waiting']);

  await api.demo.setService({ running: true });
  // From now on, the clock does not advance, so no timer can resume the plan. Only the success of the queued
  // request can resume it.
  await expect.poll(states, { timeout: 10_000, interval: 250 }).toEqual([null, 'done']);
  await app.dispose();
});
