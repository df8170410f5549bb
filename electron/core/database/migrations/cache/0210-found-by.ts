import type { Migration } from '../../migrate.ts';

/*
 * The id of the saved search (in `yours.db`) that first returned a company. Null for a company that came from
 * another source or was stored before this migration. The id is a column of `company`, so it is deleted
 * together with the company.
 */
export const foundBy: Migration = {
  id: 210,
  name: 'found-by',
  sql: `
ALTER TABLE company ADD COLUMN found_by INTEGER;
`,
};
