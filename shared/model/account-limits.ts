/*
 * Limits of the account's settings. In their own file, so the renderer can use them without loading the
 * schemas.
 */

/** Maximum number of requests a day that the user can set as the limit of an alert. */
export const ALERT_ABOVE_MAX = 100_000;

/** Maximum number of corrected costs that are shown. */
export const DRIFTS_SHOWN = 10;
