import {
  NOTIFICATIONS_DEFAULT,
  notificationSettingsSchema,
  type NotificationSettings,
} from '../../../shared/model/settings/notifications.ts';
import type { SettingsStore } from '../ports.ts';

const KEY = 'notifications';

/** Settings apply to this computer, in every workspace. Settings of another version that cannot be parsed are ignored. */
export const readNotificationSettings = (settings: SettingsStore): NotificationSettings =>
  notificationSettingsSchema.catch(NOTIFICATIONS_DEFAULT).parse(settings.get(KEY));

export const saveNotificationSettings = (settings: SettingsStore, wanted: NotificationSettings): void =>
  settings.set(KEY, wanted);
