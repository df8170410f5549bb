import type { Migration } from '../../migrate.ts';

/*
 * The id of the saved search (in `yours.db`) that first returned a company. Null for a company that came from
 * another source or was stored before this migration. As a column of `company`, it is deleted with the
 * company's row, which also holds the time at which the company was first stored.
 */
export const foundBy: Migration = {
  id: 210,
  name: 'found-by',
  sql: `
ALTER TABLE company ADD COLUMN found_by INTEGER;
`,
};
