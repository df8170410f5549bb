import type { Handlers, Publish } from '../../../shared/contract.ts';
import {
  NOTIFICATIONS_DEFAULT,
  notificationSettingsSchema,
  type NotificationSettings,
} from '../../../shared/model/notifications.ts';
import type { Notifications } from '../notify/notifications.ts';
import type { Ports, SettingsStore } from '../ports.ts';

const KEY = 'notifications';

/** Of this laptop, for every workspace; what another version kept that cannot be read is as if nothing had been set. */
export const keptNotifications = (settings: SettingsStore): NotificationSettings =>
  notificationSettingsSchema.catch(NOTIFICATIONS_DEFAULT).parse(settings.get(KEY));

export const createNotificationsService = (
  { settings, notifier }: Pick<Ports, 'settings' | 'notifier'>,
  publish: Publish,
  notifications: Notifications,
): Handlers['notifications'] => ({
  settings: () => ({ ...keptNotifications(settings), supported: notifier?.supported() ?? false }),
  setSettings: (wanted) => {
    settings.set(KEY, wanted);
    publish('notifications', 'onChanged', {});
    return keptNotifications(settings);
  },
  test: () => ({ shown: notifications.test() }),
});
