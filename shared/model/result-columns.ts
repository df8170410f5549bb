/* Columns of search results. Separate from the schemas, so the renderer can use them without loading those. */

/** The columns besides the company, in display order. */
export const RESULT_COLUMNS = [
  'country',
  'industry',
  'stage',
  'amount',
  'announced',
  'window',
  'fit',
  'fetched',
  'known',
] as const;
export type ResultColumn = (typeof RESULT_COLUMNS)[number];

/** The default selection. */
export const RESULT_COLUMNS_DEFAULT: readonly ResultColumn[] = [
  'stage',
  'amount',
  'announced',
  'window',
  'fit',
  'known',
];
