import { describe, expect, it } from 'vitest';
import {
  groupJobs,
  insertApprovedJob,
  insertGroup,
} from '../../../electron/core/database/queries/ledger/jobs.ts';
import { putTriage } from '../../../electron/core/database/queries/yours/triage.ts';
import { all, type WriteDb } from '../../../electron/core/database/sql.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { PlanRun } from '../../../shared/model/plan.ts';
import { createPlans, stopRuns } from '../../../electron/core/jobs/approved-plans.ts';
import type { PlanParts } from '../../../electron/core/day-plan/plan-inputs.ts';
import { createJobRunner } from '../../../electron/core/jobs/job-runner.ts';
import { beginJob, endJob, nextJob, recoverJobs } from '../../../electron/core/jobs/job-store.ts';
import { createPlanPerformer } from '../../../electron/core/jobs/perform-planned.ts';
import { createQueuePerformer } from '../../../electron/core/jobs/perform-queued.ts';
import { createPriceHints } from '../../../electron/core/library/price-hints.ts';
import * as fixtures from '../../support/app/library-fixtures.ts';
import { noProgress } from '../../support/app/no-progress.ts';
import { contactsCallOf, CONTACTS_COST } from '../day-plan/plan-calls.ts';
import { addEntry, jobFiles } from './jobs-world.ts';

/* After a crash, a plan is restored from the ledger, and no request is paid for twice. */

const cost = CONTACTS_COST;
const callOf = contactsCallOf;

/** Marks the next request of a plan as running, and returns its job id. */
function begin(ledger: WriteDb, call = '/companies/a/contacts'): number {
  const next = nextJob(ledger, 'plan', 9);
  if (next === null) throw new Error('nothing waits');
  beginJob(ledger, next.jobId, call);
  return next.jobId;
}

describe('a run after a crash', () => {
  it.each([
    ['was charged', 'spent', 4, 'done', 4],
    ['may have been charged', 'unknown', null, 'unknown', 9],
    ['was released', 'released', null, 'waiting', null],
  ] as const)('takes the result of a request that %s from the ledger', (_, state, charged, step, spent) => {
    const { ledger, plans } = jobFiles();
    const call = '/companies/a/contacts';
    plans.start([callOf('a'), callOf('b')], 'seller', 5);
    // Adds an older row for the same company. The row does not belong to the plan, so it must not become the
    // result of the plan's request.
    addEntry(ledger, { state: 'spent', call, records: 7 });
    begin(ledger, call);
    addEntry(ledger, { state, call, ...(charged === null ? {} : { records: charged }) });
    expect([...recoverJobs(ledger, 9, () => false)]).toEqual(['plan']);
    const [first, second] = plans.run()?.items ?? [];
    expect([first?.step, first?.spent?.records ?? null, second?.step]).toEqual([step, spent, 'waiting']);
  });

  it('sends a request again that was never reserved', () => {
    const { ledger, plans } = jobFiles();
    plans.start([callOf('a'), callOf('b')], 'seller', 5);
    begin(ledger);
    recoverJobs(ledger, 9, () => false);
    expect(nextJob(ledger, 'plan', 9)?.companyId).toBe('a');
  });

  it('cancels a request that was never reserved if its run was stopped', () => {
    const { ledger, plans } = jobFiles();
    plans.start([callOf('a'), callOf('b')], 'seller', 5);
    begin(ledger);
    stopRuns(ledger, 'seller', 6);
    recoverJobs(ledger, 9, () => false);
    expect(plans.run()?.items.map(({ step }) => step)).toEqual(['dropped', 'dropped']);
  });

  it('does not change a request that is still in progress', () => {
    const { ledger, plans } = jobFiles();
    plans.start([callOf('a')], 'seller', 5);
    const jobId = begin(ledger);
    expect(recoverJobs(ledger, 9, (each) => each === jobId).size).toBe(0);
    expect(plans.run()?.items.map(({ step }) => step)).toEqual(['under-way']);
  });

  it('stores no names in the ledger, and adds approved requests to an open run', () => {
    const { ledger, plans } = jobFiles();
    plans.start([callOf('a')], 'seller', 5);
    plans.start([callOf('b')], 'seller', 6);
    expect(plans.run()?.items.map(({ key }) => key)).toEqual(['contacts/a', 'contacts/b']);
    expect(plans.run()?.approved.records).toBe(18);
    expect(JSON.stringify(all(ledger, 'SELECT * FROM job'))).not.toContain('Secret');
  });
});

describe('a plan for several days', () => {
  it('sends a request that was approved for a later day on that day, and other requests before', () => {
    const { ledger, plans } = jobFiles();
    const within = { fromMs: 20, untilMs: 90 };
    plans.start([{ ...callOf('later'), within }, callOf('now')], 'seller', 5);
    const next = (nowMs: number) => nextJob(ledger, 'plan', nowMs);
    expect(next(19)?.companyId).toBe('now');
    endJob(ledger, begin(ledger), { state: 'done', spent: cost }, 7);
    expect([next(19), next(20)?.companyId]).toEqual([null, 'later']);
    expect([plans.run()?.state, plans.run()?.startsAtMs]).toEqual(['running', 20]);
    expect(plans.approved()).toEqual([{ fromMs: 20, lane: 'window-closing', cost }]);
  });
});

describe('the last approval', () => {
  it('is the time at which the user last approved requests, in any run', () => {
    const { ledger, plans } = jobFiles();
    plans.start([callOf('r1')], 'rule', 4);
    expect(plans.lastApprovedAtMs()).toBeNull();
    plans.start([callOf('a')], 'seller', 5);
    plans.start([callOf('b')], 'seller', 6);
    expect([plans.run()?.approvedAtMs, plans.lastApprovedAtMs()]).toEqual([5, 6]);
    stopRuns(ledger, 'seller', 7);
    plans.start([callOf('r2')], 'rule', 8);
    expect([plans.run()?.by, plans.lastApprovedAtMs()]).toEqual(['rule', 6]);
  });
});

describe('runs of the user and of rules', () => {
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => callOf(`${name}${at}`));
  const done = { state: 'done', spent: cost } as const;

  it('count all requests of an approval until the last one has ended, in however many groups they are', () => {
    const { ledger, plans } = jobFiles();
    plans.start(many('first', 48), 'seller', 5);
    plans.start(many('second', 10), 'seller', 6);
    expect([plans.run()?.items.length, plans.run()?.behind, plans.openKeys().size]).toEqual([50, 0, 58]);
    const made: string[] = [];
    const shown = () => ({ total: plans.run()?.total, done: plans.run()?.done });
    for (let job = nextJob(ledger, 'plan', 9); job !== null; job = nextJob(ledger, 'plan', 9)) {
      endJob(ledger, begin(ledger), done, 7);
      plans.finish();
      made.push(job.itemKey ?? '');
      expect(shown()).toEqual({ total: 58, done: made.length });
      if (made.length < 58) expect(plans.tally()).toMatchObject(shown());
    }
    expect(plans.run()?.spent.records).toBe(58 * cost.records);
    expect([made.length, new Set(made).size]).toEqual([58, 58]);
    expect([plans.run()?.items.length, plans.run()?.behind, plans.run()?.state]).toEqual([8, 0, 'over']);
  });

  it('list all their requests page by page, those of other runs not among them', () => {
    const { ledger, plans } = jobFiles();
    plans.start([callOf('other')], 'rule', 4);
    plans.start(many('a', 120), 'seller', 5);
    stopRuns(ledger, 'seller', 6);
    stopRuns(ledger, 'rule', 7);
    const id = plans.run()?.id ?? '';
    const groups = all(ledger, "SELECT group_id FROM job_group WHERE owner = 'seller'");
    expect(groups).toHaveLength(3);
    const page = (offset: number) =>
      plans.runItems({ id: String(groups[1]?.['group_id']), offset, limit: 50 });
    const keys = [0, 50, 100].flatMap((offset) => page(offset).items.map(({ companyId }) => companyId));
    expect(keys).toEqual(Array.from({ length: 120 }, (_, at) => `a${at}`));
    expect([page(100).items.length, page(150).items.length, page(0).total]).toEqual([20, 0, 120]);
    expect(plans.runItems({ id, offset: 0, limit: 50 }).total).toBe(1);
    expect(plans.runItems({ id: '999', offset: 0, limit: 50 })).toEqual({ items: [], total: 0 });
  });

  it('end when their last request ends', () => {
    const { ledger, plans } = jobFiles();
    plans.start(many('a', 51), 'seller', 5);
    for (let atMs = 11; atMs <= 61; atMs += 1) {
      expect(plans.run()).not.toHaveProperty('endedAtMs');
      endJob(ledger, begin(ledger), done, atMs);
    }
    plans.finish();
    expect(plans.run()).toMatchObject({ state: 'over', approvedAtMs: 5, endedAtMs: 61 });
  });

  it('are paused and stopped separately; further runs of the same owner are included', () => {
    const { ledger, plans } = jobFiles();
    plans.start(many('rule', 2), 'rule', 4);
    plans.start(many('first', 60), 'seller', 5);
    expect(plans.run()).toMatchObject({ by: 'seller', total: 60, behind: 2 });
    plans.pause('seller');
    expect(nextJob(ledger, 'plan', 9)?.owner).toBe('rule');
    stopRuns(ledger, 'seller', 6);
    expect(plans.run()).toMatchObject({ by: 'rule', state: 'running', behind: 0 });
    stopRuns(ledger, 'rule', 7);
    expect(nextJob(ledger, 'plan', 9)).toBeNull();
    expect(plans.run()).toMatchObject({ by: 'rule', state: 'over' });
  });

  it('cancel a request that would wait again if the run was stopped in the meantime', () => {
    const { ledger, plans } = jobFiles();
    plans.start([callOf('a')], 'seller', 5);
    const jobId = begin(ledger);
    stopRuns(ledger, 'seller', 6);
    endJob(ledger, jobId, { state: 'waiting', reason: 'network' }, 7);
    expect(plans.run()?.items.map(({ step }) => step)).toEqual(['dropped']);
  });
});

describe('the progress of a plan', () => {
  const done = { state: 'done', spent: cost } as const;
  const shown = ({ total, done: ended, skipped, spent }: PlanRun) => ({ total, done: ended, skipped, spent });

  it('counts the requests of the run that Today shows, and only those that have ended', () => {
    const { ledger, plans } = jobFiles();
    const expectSame = (counted: { readonly total: number; readonly done: number }): void => {
      expect(plans.tally()).toMatchObject(counted);
      const run = plans.run();
      if (run === null) throw new Error('no run');
      expect(shown(run)).toEqual(plans.tally());
    };
    plans.start([callOf('r1'), callOf('r2')], 'rule', 4);
    endJob(ledger, begin(ledger), done, 5);
    expectSame({ total: 2, done: 1 });
    plans.start([callOf('a'), callOf('b'), callOf('c')], 'seller', 6);
    expectSame({ total: 3, done: 0 });
    const jobId = begin(ledger);
    expectSame({ total: 3, done: 0 });
    endJob(ledger, jobId, done, 7);
    expectSame({ total: 3, done: 1 });
    plans.pause('seller');
    expect(plans.tally()).toMatchObject({ total: 2, done: 1 });
  });

  it('follows the run whose requests are sent, even if another one was approved since', () => {
    const files = { cache: fixtures.memoryCache(), yours: fixtures.memoryYours(), ledger: jobFiles().ledger };
    const plans = createPlans(files);
    let seen = { done: -1, total: -1 };
    const performer = createPlanPerformer({
      files,
      parts: {} as unknown as PlanParts,
      plans,
      planned: () => Promise.reject(new Error('no request may be sent')),
      publish: () => undefined,
      progress: (total) => {
        seen = { ...seen, total };
        return {
          step: (made) => (seen = { ...seen, done: made }),
          of: (all) => (seen = { ...seen, total: all }),
          end: () => undefined,
        };
      },
      isOver: () => false,
    });
    plans.start([callOf('r1'), callOf('r2')], 'rule', 4);
    const work = performer.showProgress();
    expect(seen).toEqual({ done: 0, total: 2 });
    endJob(files.ledger, begin(files.ledger), done, 5);
    work.ended(done);
    expect(seen).toEqual({ done: 1, total: 2 });
    plans.start([callOf('a'), callOf('b'), callOf('c')], 'seller', 6);
    endJob(files.ledger, begin(files.ledger), done, 7);
    work.ended(done);
    expect(seen).toEqual({ done: 1, total: 3 });
  });
});

describe('a run', () => {
  const runnerOver = (
    records: number,
    room: number,
    ledger = jobFiles().ledger,
    yours = fixtures.memoryYours(),
    /**
     * Called while the first request waits in the governor's queue. The tests use this function to mark
     * companies.
     */
    whileWaiting: (() => void) | null = null,
  ) => {
    const files = { cache: fixtures.memoryCache(), yours, ledger };
    const plans = createPlans(files);
    const governor = {
      worst: () => ({ ...cost, records }),
      prices: () => () => ({ ...cost, records }),
      serverNowMs: () => 9,
      room: () => ({ today: { ...cost, records: room }, lanes: new Map() }),
    };
    plans.start([callOf('a')], 'seller', 5);
    const sent = (): never => {
      throw new Error('no request may be sent');
    };
    const runner = createJobRunner({
      ledger,
      serverNowMs: governor.serverNowMs,
      log: fixtures.log,
      conditions: { wait: sent, succeeded: () => undefined },
      performers: {
        queue: createQueuePerformer({ perform: sent, publish: () => undefined, proposer: () => null }),
        plan: createPlanPerformer({
          files,
          // The performer uses only these three parts, for the checks before a request.
          parts: { files, governor, hints: createPriceHints(files.cache) } as unknown as PlanParts,
          plans,
          planned: whileWaiting === null ? sent : (_, { callOff }) => waitUntilCalledOff(callOff),
          publish: () => undefined,
          progress: () => noProgress.begin({ kind: 'plan', total: 1 }),
          isOver: () => false,
        }),
      },
    });
    runner.start();
    if (whileWaiting !== null) {
      expect(plans.run()?.items.map(({ step }) => step)).toEqual(['under-way']);
      whileWaiting();
      runner.recheck();
      return expect
        .poll(() => plans.run()?.state)
        .toBe('over')
        .then(() => plans.run());
    }
    return runner.idle().then(() => plans.run());
  };
  const waitUntilCalledOff = (callOff: AbortSignal | undefined): Promise<never> =>
    new Promise((_, reject) =>
      callOff?.addEventListener('abort', () =>
        reject(new AppFailure({ kind: 'network', reason: 'aborted' })),
      ),
    );

  it('drops a request whose price rose above the approved one', async () => {
    const run = await runnerOver(10, 99);
    expect(run).toMatchObject({ state: 'over', items: [{ step: 'dearer', spent: null }] });
  });

  it('drops a request for which today’s budget is too small', async () => {
    expect(await runnerOver(9, 8)).toMatchObject({ state: 'over', items: [{ step: 'no-room' }] });
  });

  it.each([
    ['marked as done', null, 'marked-done'],
    ['snoozed', 99, 'snoozed'],
    // The snooze ends before the request is sent, so the request is not skipped.
    ['snoozed until earlier', 8, 'dearer'],
  ] as const)('skips a request for a company that was %s since the approval', async (_, untilMs, step) => {
    const yours = fixtures.memoryYours();
    putTriage(yours, { companyId: 'a', companyName: 'A', untilMs, setAtMs: 7, actedAtMs: 7 });
    const run = await runnerOver(10, 99, jobFiles().ledger, yours);
    expect(run).toMatchObject({ state: 'over', spent: { records: 0 }, items: [{ step, spent: null }] });
    expect([run?.total, run?.done, run?.skipped]).toEqual([1, 1, step === 'dearer' ? 0 : 1]);
  });

  it('skips a request that is waiting to be sent when its company is marked as done', async () => {
    const yours = fixtures.memoryYours();
    const done = { companyId: 'a', companyName: 'A', untilMs: null, setAtMs: 7, actedAtMs: 7 };
    const run = await runnerOver(9, 99, jobFiles().ledger, yours, () => putTriage(yours, done));
    expect(run).toMatchObject({ state: 'over', items: [{ step: 'marked-done', spent: null }] });
  });

  it('cancels a request of another version that this version cannot read', async () => {
    const { ledger } = jobFiles();
    const groupId = insertGroup(ledger, { owner: 'seller', approvedAtMs: 5 });
    const accepted = JSON.stringify(cost);
    const job = { groupId, place: 0, itemKey: 'later/a', companyId: 'a', screen: 'today', createdAtMs: 5 };
    insertApprovedJob(ledger, { ...job, accepted, request: '{"later":true}' });
    const run = await runnerOver(9, 99, ledger);
    expect(run?.items.map(({ key }) => key)).toEqual(['contacts/a']);
    expect(groupJobs(ledger, groupId).map(({ state }) => state)).toEqual(['cancelled', 'failed']);
  });
});
