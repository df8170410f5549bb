/*
 * Kinds of requests in a day plan. This is a separate file so the renderer can use them without loading
 * the schemas.
 */

/**
 * `search`: the missing days of a saved search. `refresh`: the outdated profile of a company on a watched
 * list. `reading`: the daily `/stats` reading of the account's usage. The other kinds occur only in the plan
 * for the rest of the month. `older`: days of a saved search for which only the first pages were fetched.
 * `update`: the old profile of a company that is on a list, or has an open deal or task. `rounds`: all rounds
 * of such a company, with their investors.
 */
export const PLAN_KINDS = [
  'contacts',
  'catch-up',
  'search',
  'profile',
  'refresh',
  'reading',
  'older',
  'update',
  'rounds',
] as const;

/**
 * Kinds of requests in the plan for the rest of the month. `low-fit`: the profile of a new company whose fit
 * is below the user's minimum. The user can exclude these profiles without excluding the others.
 */
export const MONTH_KINDS = [...PLAN_KINDS, 'low-fit'] as const;
