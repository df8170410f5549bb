import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { approve, openPlanWorld, rules, type PlanWorld } from './plan-world.ts';

/* Tests how a plan approved by the user and plans started by rules affect each other. */

const MINUTE = 60_000;
let clock: FakeClock;
let world: PlanWorld;
beforeEach(async () => {
  clock = createFakeClock(Date.UTC(2027, 5, 10, 9));
  world = await openPlanWorld({ companies: 12, clock });
});
afterEach(() => world.dispose());

const prefetch = (prefetchRecords: number) =>
  world.app.api.plan.setRules({
    rules: rules({
      prefetchRecords,
      lists: [{ listId: world.listId, weight: 2, prefetch: true, reveals: false }],
    }),
  });
const today = () => world.app.api.plan.today({});
/** Advances the clock until the plan has ended. */
const allOver = () =>
  expect
    .poll(
      async () => {
        await clock.advance(MINUTE);
        return (await today()).run?.state;
      },
      { timeout: 20_000 },
    )
    .toBe('over');
async function recordsFor(reason: string): Promise<number> {
  const { rows } = await world.app.api.quota.ledger({ offset: 0, limit: 50 });
  return rows
    .filter((row) => row.reason === reason && row.state === 'spent')
    .reduce((sum, { cost }) => sum + (cost?.records ?? 0), 0);
}

it('a request approved during a rule’s run belongs to the user’s plan, and uses none of the rule’s records', async () => {
  await prefetch(10);
  await world.app.api.demo.setService({ running: false });
  await clock.advance(31 * MINUTE);
  const { run: byRule } = await today();
  expect([byRule?.by, byRule?.paused]).toEqual(['rule', 'offline']);
  const own = await approve(world, (key) => key.startsWith('contacts/'));
  expect([own.by, own.behind]).toEqual(['seller', byRule?.items.length]);
  const keys = (items: readonly { key: string }[] = []) => items.map(({ key }) => key);
  expect(keys(own.items).filter((key) => keys(byRule?.items).includes(key))).toEqual([]);
  await world.app.api.demo.setService({ running: true });
  await allOver();
  expect(await recordsFor('Plan: contacts')).toBeGreaterThan(0);
  expect(await recordsFor('Rule: contacts')).toBeGreaterThan(0);
  expect(await recordsFor('Rule: contacts')).toBeLessThanOrEqual(10);
});

it('a run paused by the user does not delay a rule, and keeps its own requests', async () => {
  const held = (key: string): boolean =>
    key === `contacts/${world.listed[0] ?? ''}` || key.startsWith('profile/');
  const paused = await approve(world, held);
  await world.app.api.plan.pause({});
  const begun =
    (await today()).run?.items.filter(({ step }) => step !== 'waiting').map(({ key }) => key) ?? [];
  await prefetch(60);
  await clock.advance(31 * MINUTE);
  await expect
    .poll(
      async () => {
        await clock.advance(MINUTE);
        return [await recordsFor('Rule: contacts'), (await today()).run?.behind];
      },
      { timeout: 20_000 },
    )
    .toEqual([expect.toSatisfy((records: number) => records > 0 && records <= 60), 0]);
  const { run } = await today();
  expect(run).toMatchObject({ id: paused.id, by: 'seller', state: 'paused', paused: null });
  const waiting = run?.items.filter(({ step }) => step === 'waiting').map(({ key }) => key);
  expect(waiting).toEqual(paused.items.map(({ key }) => key).filter((key) => !begun.includes(key)));
  await world.app.api.plan.resume({});
  await allOver();
  const requested = (await world.calls())
    .map(({ path }) => path)
    .filter((path) => path.includes('/companies/'));
  expect(new Set(requested).size).toBe(requested.length);
});
