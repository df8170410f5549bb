import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { noticeTargetSchema, notificationSettingsSchema } from './model/notifications.ts';

const nothing = z.strictObject({});

/** Notifications of this laptop's own. A click opens the app at the thing and never spends. */
export const notificationsContract = {
  settings: call(nothing).returns(
    z.strictObject({
      ...notificationSettingsSchema.shape,
      /** Whether this shell, on this system, can show any. */
      supported: z.boolean(),
    }),
  ),
  setSettings: call(notificationSettingsSchema).returns(notificationSettingsSchema),
  /** Shows one now, whatever the hour. False where this shell cannot. */
  test: call(nothing).returns(z.strictObject({ shown: z.boolean() })),
  /** One was clicked: this is what it is about. */
  onOpen: push(noticeTargetSchema),
  onChanged: push(nothing),
};
