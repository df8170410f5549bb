import type { Migration } from '../../migrate.ts';

/*
 * The id of the saved search (in `yours.db`) that first returned a company. Null for a company that came from
 * another source or was stored before this migration. It is a column of the company, so it is deleted
 * together with the time at which the company was first stored.
 */
export const foundBy: Migration = {
  id: 210,
  name: 'found-by',
  sql: `
ALTER TABLE company ADD COLUMN found_by INTEGER;
`,
};
