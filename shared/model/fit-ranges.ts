/*
 * Ranges of the fit with the user's market. This is a separate file so that the renderer can use them without
 * loading the schemas.
 */

/** `high` from 70, `medium` from 40, `low` below. `none`: the fit is unknown, or no market is set. */
export const FIT_RANGES = ['high', 'medium', 'low', 'none'] as const;
export type FitRange = (typeof FIT_RANGES)[number];
const FIT_HIGH = 70;
const FIT_MEDIUM = 40;

/** Returns the range of a fit from 0 to 100. Pass undefined if the fit is unknown. */
export const fitRangeOf = (fit: number | undefined): FitRange =>
  fit === undefined ? 'none' : fit >= FIT_HIGH ? 'high' : fit >= FIT_MEDIUM ? 'medium' : 'low';
