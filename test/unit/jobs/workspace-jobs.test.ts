import { afterEach, beforeEach, expect, it } from 'vitest';
import { putTriage } from '../../../electron/core/database/queries/yours/triage.ts';
import { createBackground } from '../../../electron/core/jobs/background-jobs.ts';
import { createWorkspaceJobs, type WorkspaceJobs } from '../../../electron/core/jobs/workspace-jobs.ts';
import { planPartsOf } from '../../../electron/core/day-plan/workspace-plan-inputs.ts';
import { runPlannedRequest } from '../../../electron/core/fetching/planned-request.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { log } from '../../support/app/library-fixtures.ts';
import { contactsCallOf } from '../day-plan/plan-calls.ts';
import { noProgress } from '../../support/app/no-progress.ts';

/* On a full disk, a plan sends no requests. It resumes once there is space, even after a restart. */

let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
let clock: FakeClock;
let isFull: boolean;
let jobs: WorkspaceJobs;
function open(): WorkspaceJobs {
  const workspace = {
    ...demo.workspace,
    requireRoom: () => {
      if (isFull)
        throw new AppFailure({ kind: 'storage', reason: 'full', file: 'cache', remedy: 'free-space' });
    },
  };
  return createWorkspaceJobs({
    clock,
    log,
    publish: () => undefined,
    progress: noProgress,
    workspace,
    parts: planPartsOf(workspace),
    requests: {
      queued: () => Promise.reject(new Error('nothing is queued')),
      planned: (call, context) => runPlannedRequest(workspace, call, context),
    },
  });
}
const run = () => jobs.plan.run();
const step = () => run()?.items[0]?.step;

beforeEach(async () => {
  demo = await openDemoWorkspace();
  clock = createFakeClock(demo.workspace.clock.nowMs());
  isFull = true;
  jobs = open();
  const call = contactsCallOf('cmp_nobody');
  jobs.plan.start([{ ...call, cost: { ...call.cost, records: 100 } }], 'seller');
  await jobs.runner.idle();
});
afterEach(async () => {
  jobs.dispose();
  await demo.dispose();
});

it('waits while the disk is full, and resumes within a minute once it has room', async () => {
  expect(run()).toMatchObject({
    state: 'paused',
    paused: 'storage',
    items: [{ step: 'waiting' }],
  });
  await clock.advance(600_000);
  expect([run()?.paused, step()]).toEqual(['storage', 'waiting']);
  isFull = false;
  await clock.advance(60_000);
  await jobs.runner.idle();
  expect([run()?.state, step()]).toEqual(['over', 'free']);
});

it('cancels a waiting request when its company is marked as done, but not after other changes', async () => {
  jobs.dispose();
  isFull = false;
  const { workspace } = demo;
  let sent = 0;
  const background = createBackground({
    ports: { clock, log },
    workspaces: { active: () => workspace, onActive: () => undefined },
    notifications: {
      onSignals: () => undefined,
      onOpened: () => undefined,
      check: () => undefined,
      dispose: () => undefined,
    },
    publish: () => undefined,
    progress: noProgress,
    planParts: planPartsOf,
    requests: () => ({
      queued: () => Promise.reject(new Error('nothing is queued')),
      planned: (_, { callOff }) =>
        new Promise((_resolve, reject) => {
          sent += 1;
          callOff?.addEventListener('abort', () =>
            reject(new AppFailure({ kind: 'network', reason: 'aborted' })),
          );
        }),
    }),
  });
  const stepNow = () => background.jobs().plan.run()?.items[0]?.step;
  background.jobs().runner.resume(['storage']);
  await expect.poll(stepNow).toBe('under-way');
  background.onGroupChanged('marks');
  await Promise.resolve();
  expect([stepNow(), sent]).toEqual(['under-way', 1]);
  const atMs = Math.round(workspace.governor.serverNowMs());
  putTriage(workspace.files.yours, {
    companyId: 'cmp_nobody',
    companyName: 'Nobody',
    untilMs: null,
    setAtMs: atMs,
    actedAtMs: atMs,
  });
  background.onGroupChanged('marks');
  await expect.poll(stepNow).toBe('marked-done');
  expect(sent).toBe(1);
  background.jobs().dispose();
});

it('waits and resumes in the same way after a restart', async () => {
  jobs.dispose();
  isFull = false;
  jobs = open();
  expect(run()?.paused).toBe('storage');
  await clock.advance(60_000);
  await jobs.runner.idle();
  expect([run()?.state, step()]).toEqual(['over', 'free']);
});
