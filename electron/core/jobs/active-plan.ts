import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import type { Ports } from '../ports.ts';
import type { ProgressBoard } from '../foundation/progress.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { createPlanKeeper, type PlanKeeper } from './plan-controller.ts';

/** Holds the plan controller of the open workspace; it is disposed before the workspace's files are closed. */
export interface PlanKeeping {
  /** @throws AppFailure not-found workspace */
  current(): PlanKeeper;
  /** Called when a key was added, removed or unlocked: resumes runs that only waited for a key. */
  keysChanged(): void;
}

export interface KeepingParts {
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly workspaces: Workspaces;
  readonly publish: Publish;
  readonly progress: ProgressBoard;
}

export function createPlanKeeping({ ports, workspaces, publish, progress }: KeepingParts): PlanKeeping {
  const { clock, log } = ports;
  let kept: { readonly of: OpenWorkspace; readonly keeper: PlanKeeper } | null = null;
  const follow = (active: OpenWorkspace | null): void => {
    if (kept !== null && kept.of !== active) {
      kept.keeper.dispose();
      kept = null;
    }
    if (active !== null)
      kept ??= {
        of: active,
        keeper: createPlanKeeper({ workspace: active, publish, progress, clock, log }),
      };
  };
  workspaces.onActive(follow);
  return {
    current: () => {
      follow(workspaces.current());
      if (kept === null) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
      return kept.keeper;
    },
    keysChanged: () => kept?.keeper.runner.resumeRun('key'),
  };
}
