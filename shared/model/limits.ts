/*
 * Constants of the specification. Separate from the schemas, so the renderer can use them without loading those.
 */

/** Maximum rows per request (spec §8). */
export const LIST_LIMIT_MAX = 50;
/** Maximum reachable rows of a query (spec §4.2 rule 1). */
export const SET_ROWS_MAX = 500;
/** `department` of an open role (spec §4.8). */
export const DEPARTMENTS = [
  'it',
  'sales',
  'marketing',
  'design',
  'finance',
  'hr',
  'operations',
  'support',
  'management',
  'executive',
  'communication',
  'legal',
] as const;
/** `seniority` of an open role (spec §4.8). */
export const SENIORITIES = ['junior', 'mid', 'senior', 'manager', 'director', 'executive'] as const;
