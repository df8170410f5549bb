/*
 * The values of the library's filters, in display order. This is a separate file so that the renderer can use
 * them without loading the schemas.
 */

/** State of a contact window. `closing`: open, but will close within `CLOSING_FILTER_DAYS`. */
export const WINDOW_STATES = ['open', 'closing', 'closed', 'unknown'] as const;
/**
 * Age of a company's newest data: at most a day, 7 days or 30 days, or more. `week` includes `day`, and
 * `month` includes both.
 */
export const FRESHNESS = ['day', 'week', 'month', 'older'] as const;
/** Triage state. Companies whose snooze has ended count as `todo`. */
export const TRIAGE_CHOICES = ['todo', 'snoozed', 'done'] as const;
