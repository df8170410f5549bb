import { exec, type WriteDb } from './sql.ts';

/**
 * Pragmas for normal durability. A commit returns only once its data is on disk, so acknowledged writes
 * survive a power loss. Once the log has reached 2,000 pages, a commit also checkpoints it, which is slow;
 * code that writes a lot of data therefore checkpoints the log earlier.
 */
export const ACKNOWLEDGED = ['synchronous = FULL', 'wal_autocheckpoint = 2000'] as const;
const RELAXED = ['synchronous = NORMAL', 'wal_autocheckpoint = 0'] as const;

/**
 * Runs `work` without waiting for the disk: its commits may be lost in a power loss, and they do not
 * checkpoint the log. Use this only for work that can be repeated. Call outside a transaction.
 */
export function withRelaxedDurability<T>(db: WriteDb, work: () => T): T {
  set(db, RELAXED);
  try {
    return work();
  } finally {
    set(db, ACKNOWLEDGED);
  }
}

const set = (db: WriteDb, pragmas: readonly string[]): void =>
  exec(db, pragmas.map((pragma) => `PRAGMA ${pragma};`).join(' '));
