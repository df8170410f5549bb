import type { Publish } from '../../../shared/contract/index.ts';
import { readNotificationSettings } from '../notifications/notification-settings.ts';
import { createNotifications, type Notifications } from '../notifications/notifications.ts';
import { runQueuedRequest } from '../fetching/queued-request.ts';
import { createOfflineRunner, type OfflineRunner } from './offline-runner.ts';
import { createPlanKeeping, type PlanKeeping } from './active-plan.ts';
import type { Ports } from '../ports.ts';
import type { ProgressBoard } from '../foundation/progress.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

type Group = Parameters<Publish>[0];

/** Work that runs without a click: the offline queue, the plan and notifications. */
export interface Background {
  readonly offline: OfflineRunner;
  readonly plan: PlanKeeping;
  readonly notifications: Notifications;
  /** Receives every push: background work may be waiting for the same change. */
  heard(group: Group): void;
  /** Called after the computer slept. */
  wake(): void;
  dispose(): Promise<void>;
}

export interface BackgroundParts {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'notifier' | 'settings'>;
  readonly workspaces: Workspaces;
  readonly publish: Publish;
  readonly progress: ProgressBoard;
  /** Tries to unlock contacts for a queued request; returns whether they can be stored now. */
  readonly unlockContacts: () => Promise<boolean>;
}

export function createBackground(parts: BackgroundParts): Background {
  const { ports, workspaces, publish, unlockContacts } = parts;
  const { clock, log, notifier, settings } = ports;
  const { active } = workspaces;
  const offline = createOfflineRunner({
    active,
    clock,
    log,
    publish,
    perform: async (request) => runQueuedRequest(workspaces.current(), request, { unlockContacts }),
  });
  const plan = createPlanKeeping(parts);
  const notifications = createNotifications({
    active,
    clock,
    log,
    notifier,
    settings: () => readNotificationSettings(settings),
    open: (target) => publish('notifications', 'onOpen', target),
    onNoticed: () => publish('watch', 'onChanged', {}),
  });
  const mayBeBack = (group: Group): boolean =>
    group === 'connection'
      ? active()?.connection.current().state === 'online'
      : ['workspaces', 'demo', 'keys'].includes(group);
  return {
    offline,
    plan,
    notifications,
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
