import { z } from 'zod';
import { companyIdSchema } from './company.ts';

/* What this laptop tells by a notification of its own. Nothing of it leaves the laptop, and none ever spends. */

const hour = z.int().min(0).max(23);

export const notificationSettingsSchema = z.strictObject({
  /** One in the morning: what raised, windows that close, tasks, changes. */
  digest: z.boolean(),
  /** A company that fits came in. */
  instant: z.boolean(),
  /** A task is due today; part of the digest where that is on. */
  tasks: z.boolean(),
  /** When the digest is told, by this laptop's clock. */
  hour,
  /** Nothing is told from `quietFrom` to `quietTo`, by this laptop's clock; equal: no quiet hours. */
  quietFrom: hour,
  quietTo: hour,
  /** Instant only from this fit, the seller's own or the service's, 0 to 100. */
  threshold: z.int().min(0).max(100),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const NOTIFICATIONS_DEFAULT: NotificationSettings = {
  ...{ digest: true, instant: true, tasks: true },
  ...{ hour: 8, quietFrom: 19, quietTo: 7, threshold: 80 },
};

/** What a click on a notification shows. */
export const noticeTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('company'), companyId: companyIdSchema }),
  z.strictObject({ kind: z.literal('signals') }),
  z.strictObject({ kind: z.literal('library') }),
  z.strictObject({ kind: z.literal('today') }),
  z.strictObject({ kind: z.literal('settings') }),
]);
export type NoticeTarget = z.infer<typeof noticeTargetSchema>;
