/*
 * Durations in milliseconds. This is a separate file without schemas, so the renderer can use it before
 * it loads the schemas.
 */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the number of days from now until a time, rounded up to whole days. */
export const daysUntil = (atMs: number, nowMs: number): number => Math.ceil((atMs - nowMs) / DAY_MS);
