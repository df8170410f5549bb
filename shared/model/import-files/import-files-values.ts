/** The possible contents of a column in the user's table. */
export const COLUMN_MEANINGS = [
  'ignore',
  'company',
  'company-id',
  'website',
  'linkedin',
  'note',
  'list',
  'reason',
  'tags',
  'status',
  'task',
  'due',
  'done',
  'date',
] as const;
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number];
/** The columns that identify the company in a row. A table needs at least one of them. */
export const COMPANY_COLUMNS: readonly ColumnMeaning[] = ['company', 'company-id', 'website', 'linkedin'];
/** The meanings that more than one column of a table may have. */
export const REPEATABLE_COLUMNS: readonly ColumnMeaning[] = [
  'ignore',
  'website',
  'linkedin',
  'note',
  'list',
  'tags',
  'task',
];

export const IMPORT_COLUMNS_MAX = 50;
/** Maximum number of matches that the user can confirm in one import. */
export const IMPORT_MATCHES_MAX = 5_000;
export const IMPORT_PROBLEMS_MAX = 20;
/** What can be opened: a CSV file, a Markdown file, or a folder of Markdown files. */
export const IMPORT_FILE_KINDS = ['csv', 'markdown', 'markdown-folder'] as const;
export type ImportFileKind = (typeof IMPORT_FILE_KINDS)[number];
