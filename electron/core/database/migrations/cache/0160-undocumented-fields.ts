import type { Migration } from '../../migrate.ts';

/*
 * `undocumented` contains the fields of a raw row that the specification does not list, encrypted under the
 * contact key. `raw` contains the documented fields. SQL cannot encrypt, so rows stored by an earlier version
 * keep all their fields in `raw` until contacts are unlocked (library/resplit-raw-rows.ts, ADR 60).
 */
export const undocumentedFields: Migration = {
  id: 160,
  name: 'undocumented-fields',
  sql: `
ALTER TABLE company_source ADD COLUMN undocumented BLOB;
ALTER TABLE round_source ADD COLUMN undocumented BLOB;
ALTER TABLE open_role ADD COLUMN undocumented BLOB;
ALTER TABLE signal ADD COLUMN undocumented BLOB;
`,
};
