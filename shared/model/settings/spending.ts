import { z } from 'zod';

/** Default number of records that one action may spend without a confirmation outside the page. */
export const SPENDING_THRESHOLD_DEFAULT = 200;

export const spendingThresholdSchema = z.int().min(1).max(1_000_000);

/** When the app asks outside the page before it spends records. */
export const spendingSettingsSchema = z.strictObject({
  /** The app asks before one action spends more records than this. */
  threshold: spendingThresholdSchema,
});
