/*
 * Kinds of requests in a day plan. In their own file, so the renderer can use them without loading the
 * schemas.
 */

/**
 * `search`: the missing days of a saved search. `refresh`: the outdated profile of a company on a list.
 * `reading`: the daily reading of the account's use.
 */
export const PLAN_KINDS = ['contacts', 'catch-up', 'search', 'profile', 'refresh', 'reading'] as const;
