import { get, text, type ReadDb } from '../sql.ts';

/**
 * Returns the version of the SQLite that is bundled with the driver, which may differ from the system's
 * SQLite.
 */
export function sqliteVersion(db: ReadDb): string | null {
  const row = get(db, 'SELECT sqlite_version() AS version');
  return row === null ? null : text(row, 'version');
}
