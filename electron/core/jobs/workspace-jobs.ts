import type { Publish } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { PlanRun } from '../../../shared/model/plan.ts';
import { proposalOfJob } from '../database/queries/ledger/proposals.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import type { PlanParts } from '../day-plan/plan-inputs.ts';
import type { PlannedCall } from '../day-plan/planned-call.ts';
import type { PlannedResult } from '../fetching/planned-request.ts';
import type { QueuedRequest } from '../fetching/queued-request.ts';
import { messageOf } from '../foundation/error-message.ts';
import type { ProgressBoard } from '../foundation/progress.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import type { ConnectionState } from '../workspace/connection-state.ts';
import { dailyReading } from './daily-reading.ts';
import { createPlans, stopRuns, type Plans, type StartedCall } from './approved-plans.ts';
import { createJobRunner, type JobRunner } from './job-runner.ts';
import { createPlanPerformer } from './perform-planned.ts';
import { createQueuePerformer } from './perform-queued.ts';
import { createResumeConditions } from './resume-conditions.ts';
import { noteProbes, standingRuleRequests } from './standing-rules.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';

export interface JobsWorkspace {
  readonly files: { readonly cache: ReadDb; readonly yours: ReadDb; readonly ledger: WriteDb };
  readonly connection: Pick<ConnectionState, 'current'>;
  /** @throws AppFailure `storage` (`full`) */
  requireRoom(): void;
}

export interface JobRequests {
  /** Sends a request from the offline queue unless it costs more than the accepted price. */
  readonly queued: (request: QueuedRequest) => Promise<Receipt>;
  readonly planned: (call: PlannedCall, context: CallContext) => Promise<PlannedResult>;
}

/** Starts, pauses, resumes and stops the runs of plans, and returns their state. */
interface PlanRuns extends Pick<Plans, 'run' | 'runItems' | 'lastApprovedAtMs' | 'openKeys' | 'approved'> {
  start(calls: readonly StartedCall[], by: PlanRun['by']): void;
  /**
   * Pauses the first run that is not paused, and all runs with the same owner. If a request of these runs is
   * waiting in the governor's queue, it leaves the queue and is sent after the runs resume.
   */
  pause(): void;
  /** Resumes all runs, including those waiting for the network, a key or disk space. */
  resume(): void;
  /** Stops all runs that have the same owner as the first open run. */
  stop(): void;
}

export interface WorkspaceJobs {
  readonly parts: PlanParts;
  readonly plan: PlanRuns;
  readonly runner: Pick<JobRunner, 'resume' | 'recheck' | 'idle'>;
  readonly dispose: Dispose;
}

interface WorkspaceJobsOptions {
  readonly workspace: JobsWorkspace;
  readonly parts: PlanParts;
  readonly requests: JobRequests;
  readonly clock: Clock;
  readonly publish: Publish;
  readonly log: Logger;
  readonly progress: Pick<ProgressBoard, 'begin'>;
}

/** The user's standing rules are first evaluated after `FIRST_MS` and then every `EVERY_MS`. */
const EVERY_MS = 30 * MINUTE_MS;
const FIRST_MS = MINUTE_MS;

/**
 * Starts the jobs of one open workspace: resumes interrupted jobs and evaluates the user's rules
 * periodically.
 */
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
      queue: createQueuePerformer({
        perform: requests.queued,
        publish,
        proposer: (jobId) => proposalOfJob(workspace.files.ledger, jobId)?.clientName ?? null,
      }),
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
    runItems: plans.runItems,
    lastApprovedAtMs: plans.lastApprovedAtMs,
    openKeys: plans.openKeys,
    approved: plans.approved,
    start: (calls, by) => {
      plans.start(calls, by, nowMs());
      const trust = parts.governor.timeTrust();
      if (trust.isTrusted) plans.prune(trust.safeMs);
      // The user's requests come first. Rule requests that are waiting in the governor's queue therefore
      // leave it, and are sent later.
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
  const check = (): void => {
    cancel = clock.after(EVERY_MS, check);
    try {
      evaluate();
    } catch (error) {
      log.warn('plan-rules-not-looked-at', { error: messageOf(error) });
    }
  };
  cancel = clock.after(FIRST_MS, check);
  return () => cancel();
}

/**
 * Wakes the runner first, because approved requests may be due today. If a run is active or waiting for the
 * network, only resumes the jobs that are waiting for the network. New requests would use up budget that the
 * approved requests need. If there is no such run, starts the requests that the user's rules propose, unless
 * a run started by rules is still open.
 */
function applyRules({
  workspace,
  parts,
  plans,
  plan,
  runner,
}: Omit<RunParts, 'publish'> & { readonly plan: PlanRuns }): void {
  const nowMs = parts.governor.serverNowMs();
  const open = plans.open();
  if (open.some(({ startsAtMs }) => startsAtMs > 0)) runner.run();
  const isActive = open.some(
    ({ isPaused, paused, startsAtMs }) => startsAtMs <= nowMs && (!isPaused || paused === 'offline'),
  );
  if (isActive) return runner.resume(['network']);
  if (open.some(({ by }) => by === 'rule')) return;
  const reading = dailyReading(parts);
  const calls = [...(reading === null ? [] : [reading]), ...standingRuleRequests(parts, plans.openKeys())];
  if (calls.length === 0) return;
  noteProbes(workspace.files.ledger, calls, nowMs);
  plan.start(calls, 'rule');
}
