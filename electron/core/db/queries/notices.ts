import { get, numOrNull, run, type ReadDb, type WriteDb } from '../sql.ts';

/** What was told by a notification; in `ledger.db`, which is never put back to an older state. */

export const wasTold = (db: ReadDb, key: string): boolean =>
  get(db, 'SELECT 1 AS hit FROM notice WHERE notice_key = :key', { key }) !== null;

/** To be called before it is shown. @returns whether it was not told before */
export const markTold = (db: WriteDb, key: string, toldAtMs: number): boolean =>
  run(db, 'INSERT INTO notice (notice_key, told_at_ms) VALUES (:key, :toldAtMs) ON CONFLICT DO NOTHING', {
    key,
    toldAtMs,
  }).changes > 0;

/**
 * When the newest of this kind was told, by keys that begin with `kind/`, up to `untilMs`; null: never. A mark that is later was
 * made while the service's time was only guessed, by a laptop whose date was ahead.
 */
export function newestToldMs(db: ReadDb, kind: string, untilMs: number): number | null {
  const row = get(
    db,
    'SELECT max(told_at_ms) AS newest FROM notice WHERE notice_key >= :from AND notice_key < :until AND told_at_ms <= :untilMs',
    { from: `${kind}/`, until: `${kind}0`, untilMs },
  );
  return row === null ? null : numOrNull(row, 'newest');
}

export function forgetToldBefore(db: WriteDb, beforeMs: number): void {
  run(db, 'DELETE FROM notice WHERE told_at_ms < :beforeMs', { beforeMs });
}
