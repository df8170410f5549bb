import type { Migration } from '../../migrate.ts';

/*
 * The last names of deleted statuses. A saved view can filter by a status that was deleted, and must be able
 * to name it. A row whose status was restored is ignored. The undo journal does not contain this table.
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
