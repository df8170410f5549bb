import { all, text, type ReadDb } from '../sql.ts';

/**
 * Whether SQLite finds the file whole: every page, but not every index entry against its row.
 * @throws AppFailure storage damaged, where the damage is such that the check itself cannot run
 */
export function isSound(db: ReadDb): boolean {
  const rows = all(db, 'PRAGMA quick_check(1)');
  return rows.length === 1 && rows.every((row) => text(row, 'quick_check') === 'ok');
}
