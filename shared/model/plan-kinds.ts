/* Kinds of calls of a day's plan, apart from any schema so that the renderer can use them without loading one. */

/** `search`: the days of a saved search that nothing kept answers. `refresh`: the profile of a listed company, once it is old. */
export const PLAN_KINDS = ['contacts', 'catch-up', 'search', 'profile', 'refresh'] as const;
