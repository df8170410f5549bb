import { migrate, type Migration } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { rowCounts, type RowCounts } from '../db/queries/backup.ts';
import { close, type ReadDb } from '../db/sql.ts';
import type { Surroundings } from './inspect.ts';

/** Settings that the app itself puts down when it opens `yours.db` for the first time. */
const NOT_THE_SELLERS = ['privacy'];

/**
 * Whether anything stands in a file that a new one does not hold: then all three files of the workspace were there once,
 * because nothing is written to one before all are.
 */
export function isWrittenIn(db: ReadDb, steps: readonly Migration[], surroundings: Surroundings): boolean {
  const atFirst = steps.at(-1)?.whole?.rows ?? rowsAtFirst(steps, surroundings);
  return Object.entries(rowCounts(db)).some(
    ([table, count]) => !NOT_THE_SELLERS.includes(table) && count > (atFirst[table] ?? 0),
  );
}

function rowsAtFirst(steps: readonly Migration[], surroundings: Surroundings): RowCounts {
  const fresh = openDatabase(':memory:', surroundings);
  try {
    migrate(fresh, steps);
    return rowCounts(fresh);
  } finally {
    close(fresh);
  }
}
