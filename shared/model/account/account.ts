import { z } from 'zod';
import { ALERT_ABOVE_MAX } from './account-limits.ts';
import { costSchema, previewSchema, timeMsSchema } from '../budget.ts';
import { limitedCountSchema as count } from '../atoms.ts';

/* The account's usage as reported by the service (spec §4.12). */

export const alertAboveSchema = z.int().min(0).max(ALERT_ABOVE_MAX);

/** Number of requests on the account during one UTC day, by server time. */
const accountDayUseSchema = z.strictObject({
  startMs: timeMsSchema,
  /** Requests by this app, including those with an unknown result. */
  own: count,
  /** Requests by other clients; null if the service has not reported this day's usage. */
  others: count.nullable(),
});
export type AccountDayUse = z.infer<typeof accountDayUseSchema>;

/** A day on which other clients made more requests than the user's alert threshold. */
const outsideUseSchema = z.strictObject({ dayMs: timeMsSchema, requests: count });
export type OutsideUse = z.infer<typeof outsideUseSchema>;

const accountReadingSchema = z.strictObject({
  atMs: timeMsSchema,
  keyName: z.string().max(200).nullable(),
  keyType: z.enum(['live', 'test', 'unknown']),
  keyCreatedAtMs: timeMsSchema.nullable(),
  keyLastUsedAtMs: timeMsSchema.nullable(),
  successful: count.nullable(),
  failed: count.nullable(),
  total: count.nullable(),
  /** The value as received; the specification does not state the unit. */
  averageResponseTime: z.number().min(0).max(1e9).nullable(),
  userRateLimit: count.nullable(),
  endpoints: z.array(z.string().max(60)).max(50).nullable(),
});

export const accountUsageSchema = z.strictObject({
  /** The latest `/stats` reading of this account; null if there is none. */
  reading: accountReadingSchema.nullable(),
  /** The last 30 UTC days, oldest first. */
  days: z.array(accountDayUseSchema).max(31),
  alertAbove: alertAboveSchema,
  excessive: outsideUseSchema.nullable(),
  daily: z.strictObject({
    isOn: z.boolean(),
    preview: previewSchema,
    /** The price accepted by the user; null if the daily reading is off. */
    accepted: costSchema.nullable(),
  }),
});
export type AccountUsage = z.infer<typeof accountUsageSchema>;
