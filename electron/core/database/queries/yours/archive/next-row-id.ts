import { get, num, type ReadDb } from '../../../sql.ts';

const COLUMNS = {
  contact_log: 'entry_id',
  task: 'task_id',
  tag: 'tag_id',
  watchlist: 'list_id',
  message_template: 'template_id',
  saved_search: 'search_id',
  saved_filter: 'filter_id',
} as const;
export type NumberedTable = keyof typeof COLUMNS;

/**
 * Returns an id that no row of the table has ever had. Ids of deleted rows are not reused, because undo steps
 * refer to those rows.
 */
export const nextRowId = (db: ReadDb, table: NumberedTable): number =>
  num(
    get(
      db,
      `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = :table), 0),
         coalesce((SELECT max(${COLUMNS[table]}) FROM ${table}), 0)) + 1 AS id`,
      { table },
    ) ?? { id: 1 },
    'id',
  );
