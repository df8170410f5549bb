import type { Publish } from '../../shared/contract.ts';
import { createNotifications, type Notifications } from './notify/notifications.ts';
import { perform, type Fetches } from './offline/perform.ts';
import { createOfflineRunner, type OfflineRunner } from './offline/runner.ts';
import { createPlanKeeping, type PlanKeeping } from './plan/keeping.ts';
import type { Ports } from './ports.ts';
import type { ProgressBoard } from './progress.ts';
import { keptNotifications } from './services/notifications-service.ts';
import type { Workspaces } from './workspace/workspaces.ts';

type Group = Parameters<Publish>[0];

/** What goes on without a click: fetches that wait for the network, the plan, and notifications. */
export interface Background {
  readonly offline: OfflineRunner;
  readonly plan: PlanKeeping;
  readonly notifications: Notifications;
  /** To be told of every push: what the screens hear of may be what something waits for. */
  heard(group: Group): void;
  /** This laptop slept. */
  wake(): void;
  dispose(): Promise<void>;
}

export interface BackgroundParts {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'notifier' | 'settings'>;
  readonly workspaces: Workspaces;
  readonly publish: Publish;
  readonly progress: ProgressBoard;
  /** The calls that a click makes; asked for when one is made. */
  readonly fetches: () => Fetches;
}

export function createBackground(parts: BackgroundParts): Background {
  const { ports, workspaces, publish, fetches } = parts;
  const { clock, log, notifier, settings } = ports;
  const { active } = workspaces;
  const offline = createOfflineRunner({
    ...{ active, clock, log, publish },
    perform: (call) => perform(fetches(), call),
  });
  const plan = createPlanKeeping(parts);
  const notifications = createNotifications({
    ...{ active, clock, log, notifier, settings: () => keptNotifications(settings) },
    open: (target) => publish('notifications', 'onOpen', target),
    onNoticed: () => publish('watch', 'onChanged', {}),
  });
  const mayBeBack = (group: Group): boolean =>
    group === 'connection'
      ? active()?.connection.current().state === 'online'
      : ['workspaces', 'demo', 'keys'].includes(group);
  return {
    ...{ offline, plan, notifications },
    heard: (group) => {
      if (mayBeBack(group)) offline.kick();
      if (group === 'keys') plan.keysChanged();
      if (group === 'signals') notifications.heard();
      if (group === 'workspaces' || group === 'demo') notifications.look();
    },
    wake: () => {
      offline.kick();
      notifications.look();
    },
    dispose: () => {
      notifications.dispose();
      return offline.dispose();
    },
  };
}
