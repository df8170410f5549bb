/* Constants for Outcomes. This is a separate file so the renderer can use it without loading the schemas. */

/** The steps of the funnel, in order. `fetched`: the company's contacts were fetched. */
export const OUTCOME_STEPS = [
  'found',
  'opened',
  'fetched',
  'contacted',
  'replied',
  'meeting',
  'won',
] as const;
export type OutcomeStep = (typeof OUTCOME_STEPS)[number];
/** Companies found in the last 3 months, in the last 12 months, or at any time. */
export const OUTCOME_PERIODS = ['quarter', 'year', 'all'] as const;
/** The properties by which companies can be grouped. */
export const OUTCOME_GROUPINGS = ['search', 'list', 'stage', 'country', 'fit'] as const;
/** Maximum number of stages or countries that have a separate row; the others are counted together. */
export const OUTCOME_VALUES_MAX = 12;
/**
 * Minimum number of cases for which a share, rate or median is shown. With fewer cases, the value could be
 * due to chance.
 */
export const OUTCOME_CASES_MIN = 10;
/** Number of companies that must be won or lost before a change is suggested. */
export const OUTCOME_DECIDED_MIN = 20;
export const OUTCOME_SUGGESTIONS_MAX = 5;
/** The two groups for companies that were first found in another way than by a saved search. */
export const FOUND_BY_WEBHOOK = 'webhook';
export const FOUND_OTHERWISE = 'other';
