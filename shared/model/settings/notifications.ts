import { z } from 'zod';
import { companyIdSchema } from '../company.ts';

/* Settings for local notifications. Showing a notification sends no request. */

const hour = z.int().min(0).max(23);

export const notificationSettingsSchema = z.strictObject({
  /** Whether to show a daily digest of new rounds, closing contact windows, tasks and changes. */
  digest: z.boolean(),
  /** Whether to notify immediately about a new company with a high fit or ICP match. */
  instant: z.boolean(),
  /**
   * Whether to notify about due tasks. A task with a time triggers a notification at that time. The other
   * tasks are listed in the digest or, if it is off, in one notification a day.
   */
  tasks: z.boolean(),
  /** Hour of the digest, in local time. */
  hour,
  /**
   * No notifications are shown from `quietFrom` to `quietTo`, in local time. If both are equal, there are no
   * quiet hours.
   */
  quietFrom: hour,
  quietTo: hour,
  /** Minimum fit or ICP match for instant notifications, from 0 to 100. */
  threshold: z.int().min(0).max(100),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const NOTIFICATIONS_DEFAULT: NotificationSettings = {
  digest: true,
  instant: true,
  tasks: true,
  hour: 8,
  quietFrom: 19,
  quietTo: 7,
  threshold: 80,
};

/** Maximum stored length of the system's own text. */
export const NOTIFICATION_REASON_MAX = 200;

/** A notification that the system did not show. */
export const notificationProblemSchema = z.strictObject({
  /** The system's own explanation; null if the system did not respond. */
  reason: z.string().max(NOTIFICATION_REASON_MAX).nullable(),
});
export type NotificationProblem = z.infer<typeof notificationProblemSchema>;

/** The screen that a click on a notification opens. */
export const noticeTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('company'), companyId: companyIdSchema }),
  z.strictObject({ kind: z.literal('signals') }),
  z.strictObject({ kind: z.literal('library') }),
  z.strictObject({ kind: z.literal('today') }),
  z.strictObject({ kind: z.literal('settings') }),
  z.strictObject({ kind: z.literal('quota') }),
]);
export type NoticeTarget = z.infer<typeof noticeTargetSchema>;
