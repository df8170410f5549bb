/* Columns of the results of a search, apart from any schema so that the renderer can use them without loading one. */

/** Beside the company itself, in the order in which they stand. */
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

/** Shown until the seller chooses others. */
export const RESULT_COLUMNS_DEFAULT: readonly ResultColumn[] = [
  'stage',
  'amount',
  'announced',
  'window',
  'fit',
  'known',
];
