import { z } from 'zod';
import { call, push } from './kit.ts';
import { noticeTargetSchema, notificationSettingsSchema } from '../model/settings/notifications.ts';

const nothing = z.strictObject({});

/** Local notifications. Clicking one opens the app at its subject and never spends. */
export const notificationsContract = {
  settings: call(nothing).returns(
    z.strictObject({
      ...notificationSettingsSchema.shape,
      /** Whether this shell can show notifications on this system. */
      supported: z.boolean(),
    }),
  ),
  setSettings: call(notificationSettingsSchema).returns(notificationSettingsSchema),
  /** Shows a notification now, even in quiet hours. `shown` is false if the shell cannot. */
  test: call(nothing).returns(z.strictObject({ shown: z.boolean() })),
  /** A notification was clicked; the payload is its target. */
  onOpen: push(noticeTargetSchema),
  onChanged: push(nothing),
};
