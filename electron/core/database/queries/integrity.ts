import { all, text, type ReadDb } from '../sql.ts';

/**
 * Checks every page, but does not compare index entries with rows, which would take longer.
 *
 * @throws AppFailure `storage` (`damaged`) if the damage prevents the check
 */
export function isSound(db: ReadDb): boolean {
  const rows = all(db, 'PRAGMA quick_check(1)');
  return rows.length === 1 && rows.every((row) => text(row, 'quick_check') === 'ok');
}

/**
 * Checks the whole file, including index entries and foreign keys. Slower than `isSound`.
 * @throws AppFailure `storage` (`damaged`) if the damage prevents the check
 */
export function isIntact(db: ReadDb): boolean {
  const rows = all(db, 'PRAGMA integrity_check(1)');
  const sound = rows.length === 1 && rows.every((row) => text(row, 'integrity_check') === 'ok');
  return sound && all(db, 'PRAGMA foreign_key_check').length === 0;
}
