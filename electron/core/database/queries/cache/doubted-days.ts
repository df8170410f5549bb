import { get, num, run, type ReadDb, type WriteDb } from '../../sql.ts';
import { DAY_MS } from '../../../../../shared/durations.ts';

/*
 * Stored times that may be too early (table `doubted_day`), and when the user last chose to keep expired
 * contacts.
 */

/**
 * Records that the stored time `atMs`, and every other stored time on the same UTC day, may be too early. The
 * actual times may be as late as `latestMs`.
 */
export function noteDoubtedDay(db: WriteDb, atMs: number, latestMs: number): void {
  run(
    db,
    `INSERT INTO doubted_day (day_ms, latest_ms) VALUES (:dayMs, :latestMs)
     ON CONFLICT (day_ms) DO UPDATE SET latest_ms = max(latest_ms, excluded.latest_ms)`,
    { dayMs: Math.floor(atMs / DAY_MS) * DAY_MS, latestMs: Math.ceil(latestMs) },
  );
}

/**
 * Returns an SQL condition that is true if the time in the column `time` is before `:beforeMs`. The stored
 * time may be too early: if the row may in fact have been stored at or after `:beforeMs`, the condition is
 * true only if `:withDoubted` is 1.
 */
export const isBefore = (time: string): string =>
  `${time} < :beforeMs AND (:withDoubted = 1 OR NOT EXISTS (SELECT 1 FROM doubted_day
     WHERE day_ms = ${time} / ${DAY_MS} * ${DAY_MS} AND latest_ms >= :beforeMs))`;

/** Returns the server time at which the user last chose to keep expired contacts; null if never. */
export function keptExpiredAtMs(db: ReadDb): number | null {
  const row = get(db, 'SELECT at_ms FROM kept_expired WHERE id = 1');
  return row === null ? null : num(row, 'at_ms');
}

export function saveKeptExpired(db: WriteDb, atMs: number): void {
  run(
    db,
    'INSERT INTO kept_expired (id, at_ms) VALUES (1, :atMs) ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms',
    { atMs: Math.round(atMs) },
  );
}
