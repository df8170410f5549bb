import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '../notifications/notification-settings.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { notificationProblem } from '../notifications/watched-notifier.ts';
import type { Ports } from '../ports.ts';

export const createNotificationsHandlers = (
  { settings, notifier }: Pick<Ports, 'settings' | 'notifier'>,
  publish: Publish,
  notifications: Notifications,
): Handlers['notifications'] => ({
  settings: () => ({
    ...readNotificationSettings(settings),
    supported: notifier?.supported() ?? false,
    problem: notifier === undefined ? null : notificationProblem(settings),
  }),
  setSettings: (wanted) => {
    saveNotificationSettings(settings, wanted);
    publish('notifications', 'onChanged', {});
    return readNotificationSettings(settings);
  },
  test: () => ({ shown: notifications.test() }),
});
