/*
 * Limits from the specification and the contract. This is a separate file so the renderer can use them
 * without loading the schemas.
 */

/** Maximum number of rows per request (spec §8). */
export const LIST_LIMIT_MAX = 50;
/** Maximum number of companies that a library search finds by their contacts alone. */
export const CONTACT_MATCHES_MAX = 10;
/** Maximum number of the user's tags, not counting removed and merged ones. */
export const TAGS_MAX = 500;
export const STATUSES_MAX = 20;
/** Maximum number of rows that the service returns for a query, on all pages together (spec §4.2 rule 1). */
export const SET_ROWS_MAX = 500;
/**
 * The page sizes that the app offers for open roles, in ascending order. The service allows 1 to 50 (spec
 * §4.8).
 */
export const ROLE_PAGE_SIZES = [10, 25, 50] as const;
/** Values of an open role's `department` (spec §4.8). */
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
/** Possible values of an open role's `seniority` (spec §4.8). */
export const SENIORITIES = ['junior', 'mid', 'senior', 'manager', 'director', 'executive'] as const;
/** Limits on the user's buyer roles: the number of roles, of keywords, and of characters in a keyword. */
export const BUYER_ROLES_MAX = 20;
export const BUYER_KEYWORDS_MAX = 30;
export const BUYER_KEYWORD_CHARS_MAX = 60;
/** Maximum length of each string in the service's error response. */
export const SERVICE_TEXT_MAX = 500;
/** Maximum length of the excerpt from an error response that is not JSON. */
export const EXCERPT_MAX = 200;
/** Maximum length of a note excerpt in the library's list. */
export const NOTE_EXCERPT_MAX = 120;
export const FOLLOW_UPS_MAX = 5;
/** A follow-up can be due at most this many working days after the contact log entry. */
export const FOLLOW_UP_OFFSET_MAX = 90;
/** Maximum number of entries in the user's days off. A period of several days is one entry. */
export const DAYS_OFF_MAX = 50;
export const LEDGER_WORDS_MAX = 6;
