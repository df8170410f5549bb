import { z } from 'zod';

/** The default threshold, in records. An action that may spend more must be confirmed outside the page. */
export const SPENDING_THRESHOLD_DEFAULT = 200;

export const spendingThresholdSchema = z.int().min(1).max(1_000_000);

/** Determines when the user must confirm spending in a dialog outside the page. */
export const spendingSettingsSchema = z.strictObject({
  /** The user must confirm any action that may spend more records than this. */
  threshold: spendingThresholdSchema,
});
