import { exec, type WriteDb } from './sql.ts';

/**
 * Acknowledged writes are on disk; otherwise a power loss could drop the newest commits. At 2,000 log pages a
 * commit checkpoints the log and is delayed by it, so bulk writers checkpoint beforehand in a separate turn.
 */
export const ACKNOWLEDGED = ['synchronous = FULL', 'wal_autocheckpoint = 2000'] as const;
const UNHURRIED = ['synchronous = NORMAL', 'wal_autocheckpoint = 0'] as const;

/**
 * Runs work that can simply be repeated if lost: its commits neither wait for the disk nor checkpoint the
 * log. Call outside a transaction.
 */
export function withRelaxedDurability<T>(db: WriteDb, work: () => T): T {
  set(db, UNHURRIED);
  try {
    return work();
  } finally {
    set(db, ACKNOWLEDGED);
  }
}

const set = (db: WriteDb, pragmas: readonly string[]): void =>
  exec(db, pragmas.map((pragma) => `PRAGMA ${pragma};`).join(' '));
