import { exec, type WriteDb } from './sql.ts';

/**
 * What a call acknowledges has reached the disk: without it the newest commits can be lost with the power. Of 2,000 pages the
 * log is brought into the file within a commit, which that holds up; whoever writes so much does it before, in a turn of its own.
 */
export const ACKNOWLEDGED = ['synchronous = FULL', 'wal_autocheckpoint = 2000'] as const;
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
