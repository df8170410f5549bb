import type { Publish } from '../../../shared/contract.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import type { ProgressBoard } from '../progress.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { waitForNetwork, waitForRoom } from './comeback.ts';
import { planPartsOf } from './plan-parts.ts';
import { createPlans, type Plans } from './plans.ts';
import { createPlanRunner, type Pause, type PlanRunner } from './runner.ts';
import { noteProbes, standingCalls } from './standing.ts';
import type { PlanParts } from './subjects.ts';
import { messageOf } from '../message-of.ts';

/** The plan of one open workspace: what it is made from, its runs, and what runs them. */
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

/** The seller's rules are looked at so often; the first time once the app stands, ms. */
const EVERY_MS = 30 * 60_000;
const FIRST_MS = 60_000;

/** Goes on with a run that was under way when the app ended, and looks at the seller's rules from time to time. */
export function createPlanKeeper(options: KeeperOptions): PlanKeeper {
  const { workspace, clock, publish, log, progress } = options;
  const parts = planPartsOf(workspace);
  const plans = createPlans(workspace.files);
  const goOn = (after: Pause): void => {
    try {
      runner.goOn(after);
    } catch (error) {
      log.warn('plan-not-gone-on', { error: messageOf(error) });
      waitFor(after);
    }
  };
  const comeback = waitForNetwork(clock, workspace.connection, () => goOn('offline'));
  const roomBack = waitForRoom(
    clock,
    () => hasRoom(workspace),
    () => goOn('storage'),
  );
  const waitFor = (why: Pause): void => {
    if (why === 'offline') comeback.wait();
    if (why === 'storage') roomBack.wait();
  };
  const runner: PlanRunner = createPlanRunner({
    ...{ workspace, parts, plans, publish, log },
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
  // A key that was missing may be here now; where it is not, finding that out costs nothing.
  runner.goOn('key');
  for (const why of new Set(plans.open().map(({ paused }) => paused))) if (why !== null) waitFor(why);
  return {
    ...{ parts, plans, runner },
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
 * A run that goes, or only waited for the network, goes on; else what the rules ask for is begun, also beside a run of the seller's
 * that is paused. Beside one that goes it is not: what that one was approved for is not spent yet.
 */
function lookAtRules(parts: PlanParts, plans: Plans, runner: PlanRunner, { files }: OpenWorkspace): void {
  const open = plans.open();
  if (open.some(({ isPaused, paused }) => !isPaused || paused === 'offline')) return runner.goOn('offline');
  if (open.some(({ by }) => by === 'rule')) return;
  const calls = standingCalls(parts, plans.openKeys());
  if (calls.length === 0) return;
  noteProbes(files.ledger, calls, parts.governor.serverNowMs());
  runner.start(calls, 'rule');
}
