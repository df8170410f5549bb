import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { approve, ledgerOfPlans, openPlanWorld, runIs, type PlanWorld } from './plan-world.ts';

/*
 * The next request of a plan waits for the minute limit. If the plan is stopped or paused in the meantime,
 * the request is not sent.
 */

/** A long timeout, because the machine may be busy. */
const BOUND = { timeout: 20_000 };
let clock: FakeClock;
let world: PlanWorld;
beforeEach(async () => {
  clock = createFakeClock(Date.UTC(2027, 5, 10, 9));
  world = await openPlanWorld({ companies: 12, clock });
  await approve(world);
  // Ten background calls use up the background share of the minute budget, so the eleventh waits.
  await expect.poll(queued, BOUND).toEqual(['waiting']);
});
afterEach(() => world.dispose());

const queued = async () => (await world.app.api.quota.status({})).queue.map(({ state }) => state);
const callsSent = async () => (await world.app.api.demo.transcript({ offset: 0, limit: 1 })).total;

it('a stopped plan sends no further request', async () => {
  const { run } = await world.app.api.plan.stop({});
  expect(run?.state).toBe('over');
  expect(await queued()).toEqual([]);
  const before = await callsSent();
  await clock.advance(120_000);
  expect(await callsSent()).toBe(before);
  const steps = new Set((await world.app.api.plan.run({})).run?.items.map(({ step }) => step));
  expect([steps.has('waiting'), steps.has('under-way'), steps.has('dropped')]).toEqual([false, false, true]);
});

it('a paused plan sends nothing, and sends the waiting request once after it resumes', async () => {
  await world.app.api.plan.pause({});
  expect(await queued()).toEqual([]);
  const before = await callsSent();
  await clock.advance(120_000);
  expect(await callsSent()).toBe(before);
  const { run } = await world.app.api.plan.resume({});
  expect(run?.items.some(({ step }) => step === 'dropped')).toBe(false);
  await expect
    .poll(async () => {
      await clock.advance(10_000);
      return (await world.app.api.plan.run({})).run?.state;
    }, BOUND)
    .toBe('over');
  const over = await runIs(world);
  expect(new Set(over.items.map(({ step }) => step))).toEqual(new Set(['done']));
  expect(await ledgerOfPlans(world)).toEqual(over.spent);
  for (const { kind, companyId, contacts } of over.items) {
    const view = await world.app.api.companies.people({ id: companyId ?? '', offset: 0 });
    expect(contacts).toBe(kind === 'contacts' ? view.total : null);
  }
});

it('a plan paused and immediately resumed keeps its waiting request', async () => {
  await Promise.all([world.app.api.plan.pause({}), world.app.api.plan.resume({})]);
  await expect.poll(queued, BOUND).toEqual(['waiting']);
  const { run } = await world.app.api.plan.run({});
  expect([run?.state, run?.items.some(({ step }) => step === 'dropped')]).toEqual(['running', false]);
});
