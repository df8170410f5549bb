/*
 * Constants for the monthly review. They have a separate file so the renderer can use the constants without
 * loading the schemas.
 */

/** The groups of requests on which a month's records were spent, in display order. */
export const SPENDING_GROUPS = ['searches', 'contacts', 'profiles', 'open-roles', 'other'] as const;
export type SpendingGroup = (typeof SPENDING_GROUPS)[number];

/**
 * The results of a month, in display order. `profiles` and `contacts` count the companies whose profile or
 * contacts were fetched.
 */
export const REVIEW_STEPS = [
  'found',
  'profiles',
  'contacts',
  'contacted',
  'replied',
  'meeting',
  'won',
] as const;
export type ReviewStep = (typeof REVIEW_STEPS)[number];

/**
 * In the review, a contact window that closed unused counts as a loss only if the company's fit is above this
 * value.
 */
export const REVIEW_FIT = 75;
/** If fewer companies than this were contacted, no rate is shown, because the rate could be due to chance. */
export const REVIEW_CASES_MIN = 10;
export const REVIEW_SUGGESTIONS_MAX = 3;
/** Maximum length of the user's note in a monthly review, in UTF-16 code units. */
export const REVIEW_NOTE_MAX = 20_000;
