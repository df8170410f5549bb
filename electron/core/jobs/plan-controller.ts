import type { Publish } from '../../../shared/contract/index.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import type { ProgressBoard } from '../foundation/progress.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { waitForNetwork, waitForRoom } from './resume-conditions.ts';
import { planPartsOf } from '../day-plan/workspace-plan-inputs.ts';
import { createPlans, type Plans } from './approved-plans.ts';
import { createPlanRunner, type Pause, type PlanRunner } from './plan-runner.ts';
import { noteProbes, standingRuleRequests } from './standing-rules.ts';
import type { PlanParts } from '../day-plan/plan-inputs.ts';
import { messageOf } from '../foundation/error-message.ts';

/** The plan of one open workspace: its inputs, its runs and their runner. */
export interface PlanKeeper {
  readonly parts: PlanParts;
  readonly plans: Plans;
  readonly runner: PlanRunner;
  readonly dispose: Dispose;
}

export interface KeeperOptions {
  readonly workspace: OpenWorkspace;
  readonly clock: Clock;
  readonly publish: Publish;
  readonly log: Logger;
  readonly progress: Pick<ProgressBoard, 'begin'>;
}

/** Interval in ms at which the user's rules are evaluated; the first time after the app has started. */
const EVERY_MS = 30 * 60_000;
const FIRST_MS = 60_000;

/** Resumes an interrupted run at start and evaluates the user's rules periodically. */
export function createPlanKeeper(options: KeeperOptions): PlanKeeper {
  const { workspace, clock, publish, log, progress } = options;
  const parts = planPartsOf(workspace);
  const plans = createPlans(workspace.files);
  const resumeRun = (after: Pause): void => {
    try {
      runner.resumeRun(after);
    } catch (error) {
      log.warn('plan-not-gone-on', { error: messageOf(error) });
      waitFor(after);
    }
  };
  const comeback = waitForNetwork(clock, workspace.connection, () => resumeRun('offline'));
  const roomBack = waitForRoom(
    clock,
    () => hasRoom(workspace),
    () => resumeRun('storage'),
  );
  const waitFor = (why: Pause): void => {
    if (why === 'offline') comeback.wait();
    if (why === 'storage') roomBack.wait();
  };
  const runner: PlanRunner = createPlanRunner({
    workspace,
    parts,
    plans,
    publish,
    log,
    onPaused: waitFor,
    progress: (total) => progress.begin({ kind: 'plan', total, cancel: () => runner.pause() }),
  });
  let cancel: Dispose | null = null;
  const look = (): void => {
    cancel = clock.after(EVERY_MS, look);
    try {
      lookAtRules(parts, plans, runner, workspace);
    } catch (error) {
      log.warn('plan-rules-not-looked-at', { error: messageOf(error) });
    }
  };
  cancel = clock.after(FIRST_MS, look);
  // The missing key may be available now; checking is free.
  runner.resumeRun('key');
  for (const why of new Set(plans.open().map(({ paused }) => paused))) if (why !== null) waitFor(why);
  return {
    parts,
    plans,
    runner,
    dispose: () => {
      cancel?.();
      comeback.dispose();
      roomBack.dispose();
      runner.dispose();
    },
  };
}

function hasRoom(workspace: OpenWorkspace): boolean {
  try {
    workspace.requireRoom();
    return true;
  } catch {
    return false;
  }
}

/**
 * Resumes a running run or one that only waited for the network. Otherwise starts what the rules ask for, also
 * beside a paused run of the user; beside a running one its approved budget is not spent yet.
 */
function lookAtRules(parts: PlanParts, plans: Plans, runner: PlanRunner, { files }: OpenWorkspace): void {
  const open = plans.open();
  if (open.some(({ isPaused, paused }) => !isPaused || paused === 'offline'))
    return runner.resumeRun('offline');
  if (open.some(({ by }) => by === 'rule')) return;
  const calls = standingRuleRequests(parts, plans.openKeys());
  if (calls.length === 0) return;
  noteProbes(files.ledger, calls, parts.governor.serverNowMs());
  runner.start(calls, 'rule');
}
