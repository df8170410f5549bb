import { z } from 'zod';
import { call, push } from './kit.ts';
import {
  noticeTargetSchema,
  notificationProblemSchema,
  notificationSettingsSchema,
} from '../model/settings/notifications.ts';
import { nothing } from './atoms.ts';

/** Local notifications. Clicking a notification opens the screen that it refers to, and sends no request. */
export const notificationsContract = {
  settings: call(nothing).returns(
    z.strictObject({
      ...notificationSettingsSchema.shape,
      /** Whether this shell can show notifications on this system. */
      supported: z.boolean(),
      /** Why the system did not show the latest notification; null if it did, or if there was none. */
      problem: notificationProblemSchema.nullable(),
    }),
  ),
  setSettings: call(notificationSettingsSchema).returns(notificationSettingsSchema),
  /**
   * Shows a test notification, even during quiet hours. `shown` is false if the shell cannot show
   * notifications.
   */
  test: call(nothing).returns(z.strictObject({ shown: z.boolean() })),
  /** The user clicked a notification; the payload is the screen to open. */
  onOpen: push(noticeTargetSchema),
  /**
   * The system did not show a notification. Published only while the app has a window, and not again until
   * the system has shown a notification.
   */
  onNotShown: push(nothing),
  onChanged: push(nothing),
};
