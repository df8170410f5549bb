import { openDatabase, type OpenOptions } from './open.ts';
import { close, exec, get, num, text, type ReadDb } from './sql.ts';

/** A database as it was at one moment, for reading in slices while it changes. */
export interface Snapshot {
  readonly db: ReadDb;
  /** Ends the snapshot. Returns whether the database has changed since the snapshot was made. */
  hasChanged(): boolean;
  close(): void;
}

/**
 * Makes a snapshot of an open database through a separate connection. A database in memory is used directly,
 * because the app opens such a database only for reading.
 * @throws AppFailure `storage`
 */
export function openSnapshot(source: ReadDb, options: Pick<OpenOptions, 'clock' | 'log'>): Snapshot {
  const row = get(source, "SELECT file FROM pragma_database_list WHERE name = 'main'");
  const file = row === null ? '' : text(row, 'file');
  if (file === '') return { db: source, hasChanged: () => false, close: () => undefined };
  const db = openDatabase(file, { ...options, readOnly: true });
  try {
    const before = dataVersion(db);
    exec(db, 'BEGIN');
    // A transaction begins with its first query.
    get(db, 'SELECT count(*) AS n FROM sqlite_schema');
    let isInTransaction = true;
    const end = (): void => {
      if (isInTransaction) exec(db, 'COMMIT');
      isInTransaction = false;
    };
    return {
      db,
      hasChanged: () => {
        end();
        return dataVersion(db) !== before;
      },
      close: () => {
        // Some SQLite drivers keep a closed connection's transaction open for a while. It would prevent
        // checkpoints, so erased data would stay in the WAL.
        try {
          end();
        } finally {
          close(db);
        }
      },
    };
  } catch (error) {
    close(db);
    throw error;
  }
}

/**
 * Returns a number that changes when another connection commits. Within a transaction, the number stays the
 * same.
 */
function dataVersion(db: ReadDb): number {
  const row = get(db, 'PRAGMA data_version');
  if (row === null) throw new Error('SQLite returned no data version');
  return num(row, 'data_version');
}
