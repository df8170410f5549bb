/*
 * The values of the library's filters, in display order. They are in a separate file, so the renderer can use
 * the values without loading the schemas.
 */

/** State of a contact window. `closing`: open, but will close within `CLOSING_FILTER_DAYS`. */
export const WINDOW_STATES = ['open', 'closing', 'closed', 'unknown'] as const;
/**
 * Age of a company's newest data. `day`, `week` and `month`: at most 1, 7 and 30 days, so each value includes
 * the previous ones. `older`: more than 30 days.
 */
export const FRESHNESS = ['day', 'week', 'month', 'older'] as const;
/** Triage state. Companies whose snooze has ended count as `todo`. */
export const TRIAGE_CHOICES = ['todo', 'snoozed', 'done'] as const;
/**
 * Ranges of the fit with the user's market: `high` from 70, `medium` from 40, `low` below. `none`: the fit is
 * unknown, or no market is set.
 */
export const FIT_RANGES = ['high', 'medium', 'low', 'none'] as const;
export type FitRange = (typeof FIT_RANGES)[number];
const FIT_HIGH = 70;
const FIT_MEDIUM = 40;

/** Returns the range that a fit belongs to. `fit` is from 0 to 100; undefined if it is unknown. */
export const fitRangeOf = (fit: number | undefined): FitRange =>
  fit === undefined ? 'none' : fit >= FIT_HIGH ? 'high' : fit >= FIT_MEDIUM ? 'medium' : 'low';
