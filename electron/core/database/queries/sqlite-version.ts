import { get, text, type ReadDb } from '../sql.ts';

/** Returns the version of the SQLite bundled with the driver, not the system's. */
export function sqliteVersion(db: ReadDb): string | null {
  const row = get(db, 'SELECT sqlite_version() AS version');
  return row === null ? null : text(row, 'version');
}
