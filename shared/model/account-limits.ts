/*
 * Limits of the account's settings. They are in their own file so that the renderer can use them without
 * loading the schemas.
 */

/** Highest number of requests a day that the user can set as the alert threshold. */
export const ALERT_ABOVE_MAX = 100_000;

/** Maximum number of corrected costs that are shown. */
export const DRIFTS_SHOWN = 10;
