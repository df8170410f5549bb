import { all, text, type ReadDb } from '../sql.ts';

/**
 * Whether SQLite finds the file whole: every page, but not every index entry against its row.
 * @throws AppFailure storage damaged, where the damage is such that the check itself cannot run
 */
export function isSound(db: ReadDb): boolean {
  const rows = all(db, 'PRAGMA quick_check(1)');
  return rows.length === 1 && rows.every((row) => text(row, 'quick_check') === 'ok');
}

/**
 * Whether the file is whole to the last index entry and reference. Slower than `isSound`: for copies.
 * @throws AppFailure storage damaged, where the damage is such that the check itself cannot run
 */
export function isWhole(db: ReadDb): boolean {
  const rows = all(db, 'PRAGMA integrity_check(1)');
  const sound = rows.length === 1 && rows.every((row) => text(row, 'integrity_check') === 'ok');
  return sound && all(db, 'PRAGMA foreign_key_check').length === 0;
}
