import { migrate, type Migration } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { rowCounts, type RowCounts } from '../database/queries/backup.ts';
import { close, type ReadDb } from '../database/sql.ts';
import type { InspectionContext } from './inspect-database.ts';

/** Tables that the app itself fills when it creates `yours.db`. */
const NOT_THE_SELLERS = ['privacy'];

/**
 * Returns whether the file contains rows that a newly created file lacks. The app writes such rows only when
 * all three files of the workspace exist. The rows therefore prove that the other two files once existed.
 */
export function hasOwnRows(
  db: ReadDb,
  steps: readonly Migration[],
  surroundings: InspectionContext,
): boolean {
  const atFirst = steps.at(-1)?.whole?.rows ?? rowsAtFirst(steps, surroundings);
  return Object.entries(rowCounts(db)).some(
    ([table, count]) => !NOT_THE_SELLERS.includes(table) && count > (atFirst[table] ?? 0),
  );
}

function rowsAtFirst(steps: readonly Migration[], surroundings: InspectionContext): RowCounts {
  const fresh = openDatabase(':memory:', surroundings);
  try {
    migrate(fresh, steps);
    return rowCounts(fresh);
  } finally {
    close(fresh);
  }
}
