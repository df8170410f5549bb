import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPlanKeeper, type PlanKeeper } from '../../../electron/core/jobs/plan-controller.ts';
import { noProgress } from '../../../electron/core/foundation/progress.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { log } from '../../support/app/library-fixtures.ts';
import { contactsCallOf } from '../day-plan/plan-calls.ts';

/* A run on a full disk sends no requests and resumes once there is space, also after a restart. */

let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
let clock: FakeClock;
let isFull: boolean;
let keeper: PlanKeeper;
const open = (): PlanKeeper =>
  createPlanKeeper({
    clock,
    log,
    publish: () => undefined,
    progress: noProgress,
    workspace: {
      ...demo.workspace,
      requireRoom: () => {
        if (isFull)
          throw new AppFailure({ kind: 'storage', reason: 'full', file: 'cache', remedy: 'free-space' });
      },
    },
  });
const step = () => keeper.plans.run()?.items[0]?.step;

beforeEach(async () => {
  demo = await openDemoWorkspace();
  clock = createFakeClock(demo.workspace.clock.nowMs());
  isFull = true;
  keeper = open();
  const call = contactsCallOf('cmp_nobody');
  keeper.runner.start([{ ...call, cost: { ...call.cost, records: 100 } }], 'seller');
  await keeper.runner.idle();
});
afterEach(async () => {
  keeper.dispose();
  await demo.dispose();
});

it('waits while the disk is full, and goes on within a minute of there being room', async () => {
  expect(keeper.plans.run()).toMatchObject({
    state: 'paused',
    paused: 'storage',
    items: [{ step: 'waiting' }],
  });
  await clock.advance(600_000);
  expect([keeper.plans.run()?.paused, step()]).toEqual(['storage', 'waiting']);
  isFull = false;
  await clock.advance(60_000);
  await keeper.runner.idle();
  expect([keeper.plans.run()?.state, step()]).toEqual(['over', 'free']);
});

it('and so it does after a restart', async () => {
  keeper.dispose();
  isFull = false;
  keeper = open();
  expect(keeper.plans.run()?.paused).toBe('storage');
  await clock.advance(60_000);
  await keeper.runner.idle();
  expect([keeper.plans.run()?.state, step()]).toEqual(['over', 'free']);
});
