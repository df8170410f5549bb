/*
 * Limits for the account settings. This is a separate file so the renderer can use them without loading
 * the schemas.
 */

/** Highest alert threshold that the user can set, in requests per day. */
export const ALERT_ABOVE_MAX = 100_000;

/** Maximum number of corrected costs that are shown. */
export const DRIFTS_SHOWN = 10;
