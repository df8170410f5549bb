/*
 * Kinds of requests in a day plan. Separate from the schemas, so the renderer can use them without loading those.
 */

/**
 * `search`: the days of a saved search that are not stored yet. `refresh`: the outdated profile of a listed
 * company.
 */
export const PLAN_KINDS = ['contacts', 'catch-up', 'search', 'profile', 'refresh'] as const;
