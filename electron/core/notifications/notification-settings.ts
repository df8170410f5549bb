import {
  NOTIFICATIONS_DEFAULT,
  notificationSettingsSchema,
  type NotificationSettings,
} from '../../../shared/model/settings/notifications.ts';
import type { SettingsStore } from '../ports.ts';

const KEY = 'notifications';

/**
 * Returns the notification settings of this computer, which apply in every workspace. Settings that cannot be
 * parsed are replaced by the defaults.
 */
export const readNotificationSettings = (settings: SettingsStore): NotificationSettings =>
  notificationSettingsSchema.catch(NOTIFICATIONS_DEFAULT).parse(settings.get(KEY));

export const saveNotificationSettings = (settings: SettingsStore, wanted: NotificationSettings): void =>
  settings.set(KEY, wanted);
