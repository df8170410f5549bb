import type { Publish } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { PlanRun } from '../../../shared/model/plan.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import type { PlanCall, PlanParts } from '../day-plan/plan-inputs.ts';
import type { PlannedCall } from '../day-plan/planned-call.ts';
import type { PlannedResult } from '../fetching/planned-request.ts';
import type { QueuedRequest } from '../fetching/queued-request.ts';
import { messageOf } from '../foundation/error-message.ts';
import type { ProgressBoard } from '../foundation/progress.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import type { ConnectionState } from '../workspace/connection-state.ts';
import { createPlans, stopRuns, type Plans } from './approved-plans.ts';
import { createJobRunner, type JobRunner } from './job-runner.ts';
import { createPlanPerformer } from './perform-planned.ts';
import { createQueuePerformer } from './perform-queued.ts';
import { createResumeConditions } from './resume-conditions.ts';
import { noteProbes, standingRuleRequests } from './standing-rules.ts';

/** The parts of an open workspace that its jobs use. */
export interface JobsWorkspace {
  readonly files: { readonly cache: ReadDb; readonly yours: ReadDb; readonly ledger: WriteDb };
  readonly connection: Pick<ConnectionState, 'current'>;
  /** @throws AppFailure storage full */
  requireRoom(): void;
}

/** How the jobs of one open workspace make their requests. */
export interface JobRequests {
  /** Makes a queued request at its accepted price. */
  readonly queued: (request: QueuedRequest) => Promise<Receipt>;
  readonly planned: (call: PlannedCall, context: CallContext) => Promise<PlannedResult>;
}

/** Commands for the runs, and their view. */
export interface PlanRuns extends Pick<Plans, 'run' | 'openKeys'> {
  start(calls: readonly PlanCall[], by: PlanRun['by']): void;
  /** Pauses the first running run and later ones of the same owner; a request waiting for its turn is cancelled. */
  pause(): void;
  /** Resumes all runs, including those that wait for a condition. */
  resume(): void;
  /** Stops the first open run and later ones of the same owner. */
  stop(): void;
}

/** The jobs of one open workspace. */
export interface WorkspaceJobs {
  readonly parts: PlanParts;
  readonly plan: PlanRuns;
  readonly runner: Pick<JobRunner, 'resume' | 'idle'>;
  readonly dispose: Dispose;
}

export interface WorkspaceJobsOptions {
  readonly workspace: JobsWorkspace;
  readonly parts: PlanParts;
  readonly requests: JobRequests;
  readonly clock: Clock;
  readonly publish: Publish;
  readonly log: Logger;
  readonly progress: Pick<ProgressBoard, 'begin'>;
}

/** Interval in ms at which the user's rules are evaluated; the first time after the app has started. */
const EVERY_MS = 30 * 60_000;
const FIRST_MS = 60_000;

/** Resumes interrupted jobs at start and evaluates the user's rules periodically. */
export function createWorkspaceJobs(options: WorkspaceJobsOptions): WorkspaceJobs {
  const { workspace, parts, requests, clock, publish, log, progress } = options;
  const plans = createPlans(workspace.files);
  let isOver = false;
  const conditions = createResumeConditions({
    clock,
    connection: workspace.connection,
    hasRoom: () => hasRoom(workspace),
    resume: (reason) => runner.resume([reason]),
  });
  const runner: JobRunner = createJobRunner({
    ledger: workspace.files.ledger,
    serverNowMs: () => parts.governor.serverNowMs(),
    conditions,
    log,
    performers: {
      queue: createQueuePerformer({ perform: requests.queued, publish }),
      plan: createPlanPerformer({
        files: workspace.files,
        parts,
        plans,
        planned: requests.planned,
        publish,
        progress: (total) => progress.begin({ kind: 'plan', total, cancel: () => plan.pause() }),
        isOver: () => isOver,
      }),
    },
  });
  const plan = createPlanRuns({ workspace, parts, plans, runner, publish });
  const stopRules = evaluateRules(clock, log, () => applyRules({ workspace, parts, plans, plan, runner }));
  runner.start();
  return {
    parts,
    plan,
    runner,
    dispose: () => {
      isOver = true;
      stopRules();
      conditions.dispose();
      runner.dispose();
    },
  };
}

function hasRoom({ requireRoom }: JobsWorkspace): boolean {
  try {
    requireRoom();
    return true;
  } catch {
    return false;
  }
}

interface RunParts {
  readonly workspace: JobsWorkspace;
  readonly parts: PlanParts;
  readonly plans: Plans;
  readonly runner: JobRunner;
  readonly publish: Publish;
}

function createPlanRuns({ workspace, parts, plans, runner, publish }: RunParts): PlanRuns {
  const nowMs = (): number => parts.governor.serverNowMs();
  const changed = (): void => publish('plan', 'onChanged', {});
  const resume = (owners: readonly PlanRun['by'][]): void => {
    for (const by of owners) plans.resume(by);
    changed();
    runner.run();
  };
  return {
    run: plans.run,
    openKeys: plans.openKeys,
    start: (calls, by) => {
      plans.start(calls, by, nowMs());
      // A rule's request may wait long for its turn, and requests of the user come first.
      if (by === 'seller') runner.cancelWaiting('rule', 'runnable');
      resume([by]);
    },
    pause: () => {
      const by = plans.open().find(({ isPaused }) => !isPaused)?.by;
      if (by !== undefined) {
        plans.pause(by);
        runner.cancelWaiting(by, 'runnable');
      }
      changed();
    },
    resume: () => {
      const open = plans.open();
      if (open.length > 0) resume([...new Set(open.map(({ by }) => by))]);
    },
    stop: () => {
      const by = plans.open()[0]?.by;
      if (by !== undefined) {
        stopRuns(workspace.files.ledger, by, nowMs());
        runner.cancelWaiting(by, 'cancelled');
      }
      changed();
    },
  };
}

function evaluateRules(clock: Clock, log: Logger, evaluate: () => void): Dispose {
  let cancel: Dispose = () => undefined;
  const look = (): void => {
    cancel = clock.after(EVERY_MS, look);
    try {
      evaluate();
    } catch (error) {
      log.warn('plan-rules-not-looked-at', { error: messageOf(error) });
    }
  };
  cancel = clock.after(FIRST_MS, look);
  return () => cancel();
}

/**
 * Resumes a running run or one that only waited for the network. Otherwise starts what the rules ask for, also
 * beside a paused run of the user; beside a running one its approved budget is not spent yet.
 */
function applyRules({
  workspace,
  parts,
  plans,
  plan,
  runner,
}: Omit<RunParts, 'publish'> & { readonly plan: PlanRuns }): void {
  const open = plans.open();
  if (open.some(({ isPaused, paused }) => !isPaused || paused === 'offline'))
    return runner.resume(['network']);
  if (open.some(({ by }) => by === 'rule')) return;
  const calls = standingRuleRequests(parts, plans.openKeys());
  if (calls.length === 0) return;
  noteProbes(workspace.files.ledger, calls, parts.governor.serverNowMs());
  plan.start(calls, 'rule');
}
