import { exec, type WriteDb } from './sql.ts';

/**
 * Normal durability: a commit returns only after its data is on disk, so a power loss loses no acknowledged
 * write. When the log reaches 2,000 pages, the commit also checkpoints it. Because this is slow, bulk writers
 * checkpoint beforehand.
 */
export const ACKNOWLEDGED = ['synchronous = FULL', 'wal_autocheckpoint = 2000'] as const;
const RELAXED = ['synchronous = NORMAL', 'wal_autocheckpoint = 0'] as const;

/**
 * Runs work that can be repeated after a power loss. Its commits do not wait for the disk and do not
 * checkpoint the log. Call outside a transaction.
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
