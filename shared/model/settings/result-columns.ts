/*
 * Columns for search results. This is a separate file so the renderer can use them without loading the
 * schemas.
 */

/** All columns except the company column, in display order. */
export const RESULT_COLUMNS = [
  'country',
  'industry',
  'stage',
  'amount',
  'announced',
  'window',
  'fit',
  'why-now',
  'fetched',
  'known',
] as const;
export type ResultColumn = (typeof RESULT_COLUMNS)[number];

export const RESULT_COLUMNS_DEFAULT: readonly ResultColumn[] = [
  'stage',
  'amount',
  'announced',
  'window',
  'fit',
  'known',
];
