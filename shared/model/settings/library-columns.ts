/*
 * Columns of the library's list. They have a separate file so the renderer can use the columns without
 * loading the schemas.
 */

/**
 * All columns except the company column, in display order. The `marks` column shows status, lists, tags,
 * contacts and note.
 */
export const LIBRARY_COLUMNS = [
  'marks',
  'country',
  'industry',
  'stage',
  'amount',
  'announced',
  'window',
  'fit',
  'why-now',
  'fetched',
] as const;
export type LibraryColumn = (typeof LIBRARY_COLUMNS)[number];

export const LIBRARY_COLUMNS_DEFAULT: readonly LibraryColumn[] = [
  'marks',
  'stage',
  'amount',
  'window',
  'fit',
  'fetched',
];

/** Limits of a column's width, in px at normal text size. */
export const COLUMN_WIDTH_MIN = 32;
export const COLUMN_WIDTH_MAX = 400;
