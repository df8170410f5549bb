import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import {
  readNotificationSettings,
  saveNotificationSettings,
} from '../notifications/notification-settings.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Ports } from '../ports.ts';

export const createNotificationsHandlers = (
  { settings, notifier }: Pick<Ports, 'settings' | 'notifier'>,
  publish: Publish,
  notifications: Notifications,
): Handlers['notifications'] => ({
  settings: () => ({ ...readNotificationSettings(settings), supported: notifier?.supported() ?? false }),
  setSettings: (wanted) => {
    saveNotificationSettings(settings, wanted);
    publish('notifications', 'onChanged', {});
    return readNotificationSettings(settings);
  },
  test: () => ({ shown: notifications.test() }),
});
