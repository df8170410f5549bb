import { exec, type WriteDb } from './sql.ts';

/** What a call acknowledges has reached the disk: without it the newest commits can be lost with the power. */
export const ACKNOWLEDGED = ['synchronous = FULL', 'wal_autocheckpoint = 1000'] as const;
const UNHURRIED = ['synchronous = NORMAL', 'wal_autocheckpoint = 0'] as const;

/**
 * Runs work whose loss would only repeat it: its commits do not wait for the disk, and none of them brings the log into the
 * file. Outside a transaction.
 */
export function unhurried<T>(db: WriteDb, work: () => T): T {
  set(db, UNHURRIED);
  try {
    return work();
  } finally {
    set(db, ACKNOWLEDGED);
  }
}

const set = (db: WriteDb, pragmas: readonly string[]): void =>
  exec(db, pragmas.map((pragma) => `PRAGMA ${pragma};`).join(' '));
