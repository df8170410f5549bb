/*
 * Fixed numbers and lists of the specification, apart from the schemas so that the renderer can use them without loading
 * any.
 */

/** Rows of one request at most [§8]. */
export const LIST_LIMIT_MAX = 50;
/** Rows of a query set that the service lets anyone reach [§4.2 rule 1]. */
export const SET_ROWS_MAX = 500;
/** `department` of an open role [§4.8]. */
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
/** `seniority` of an open role [§4.8]. */
export const SENIORITIES = ['junior', 'mid', 'senior', 'manager', 'director', 'executive'] as const;
