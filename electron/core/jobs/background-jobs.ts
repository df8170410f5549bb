import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import type { PlanParts } from '../day-plan/plan-inputs.ts';
import type { ProgressBoard } from '../foundation/progress.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Ports } from '../ports.ts';
import {
  createWorkspaceJobs,
  type JobRequests,
  type JobsWorkspace,
  type WorkspaceJobs,
} from './workspace-jobs.ts';

type Group = Parameters<Publish>[0];

/** Work that runs in the background: the jobs of the open workspace and the notifications. */
export interface Background {
  /** @throws AppFailure `not-found` (`workspace`) */
  jobs(): WorkspaceJobs;
  /**
   * Must be called for every published event, with the event's group, because a job may be waiting for that
   * event.
   */
  onGroupChanged(group: Group): void;
  /** Must be called after the computer wakes from sleep. */
  wake(): void;
  dispose(): Promise<void>;
}

/** Provides the active workspace and reports when another workspace becomes active. */
interface ActiveWorkspace<W> {
  active(): W | null;
  onActive(listener: (active: W | null) => void): void;
}

interface BackgroundParts<W extends JobsWorkspace> {
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly workspaces: ActiveWorkspace<W>;
  readonly notifications: Pick<Notifications, 'onSignals' | 'onOpened' | 'check' | 'dispose'>;
  readonly publish: Publish;
  readonly progress: Pick<ProgressBoard, 'begin'>;
  readonly planParts: (workspace: W) => PlanParts;
  readonly requests: (workspace: W) => JobRequests;
}

export function createBackground<W extends JobsWorkspace>(parts: BackgroundParts<W>): Background {
  const { ports, workspaces, notifications, publish, progress, planParts, requests } = parts;
  let open: { readonly of: W; readonly jobs: WorkspaceJobs } | null = null;
  /**
   * Replaces the jobs when another workspace becomes active. The previous workspace's jobs are disposed
   * before its files are closed.
   */
  const follow = (active: W | null): void => {
    if (open !== null && open.of !== active) {
      open.jobs.dispose();
      open = null;
    }
    if (active === null || open !== null) return;
    const of = { workspace: active, parts: planParts(active), requests: requests(active) };
    open = { of: active, jobs: createWorkspaceJobs({ ...of, ...ports, publish, progress }) };
  };
  workspaces.onActive(follow);
  /**
   * Tries the first request in the offline queue. If this request succeeds, the app is online again, and all
   * jobs resume.
   */
  const networkMayBeBack = (): void => open?.jobs.runner.resume(['network', 'turn'], 'queue');
  return {
    jobs: () => {
      follow(workspaces.active());
      if (open === null) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
      return open.jobs;
    },
    onGroupChanged: (group) => {
      if (group === 'connection' && workspaces.active()?.connection.current().state === 'online')
        open?.jobs.runner.resume(['network', 'turn']);
      if (group === 'keys') open?.jobs.runner.resume(['key']);
      if (group === 'marks' || group === 'ours') open?.jobs.runner.recheck();
      if (group === 'signals') notifications.onSignals();
      if (group === 'workspaces') notifications.onOpened();
      if (group === 'demo') notifications.check();
      if (group === 'workspaces' || group === 'demo' || group === 'keys') networkMayBeBack();
    },
    wake: () => {
      networkMayBeBack();
      notifications.check();
    },
    dispose: async () => {
      notifications.dispose();
      await open?.jobs.runner.idle();
    },
  };
}
