import type { Migration } from '../../migrate.ts';

/*
 * The names that deleted statuses had when they were deleted, for saved views that still filter by them. A
 * row is ignored if its status was restored. The undo journal does not contain this table.
 */
export const deletedStatuses: Migration = {
  id: 130,
  name: 'deleted-statuses',
  sql: `
CREATE TABLE deleted_status (
  status_id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
