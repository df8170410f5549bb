import { get, num, numOrNull, run, type ReadDb, type WriteDb } from '../../sql.ts';

/* Notifications already shown. They are in `ledger.db`, which is never restored to an older state. */

export const wasNoticeShown = (db: ReadDb, key: string): boolean =>
  get(db, 'SELECT 1 AS hit FROM notice WHERE notice_key = :key', { key }) !== null;

/** Returns the time at which a notification was marked as shown; null if it was not. */
export function noticeShownAtMs(db: ReadDb, key: string): number | null {
  const row = get(db, 'SELECT told_at_ms FROM notice WHERE notice_key = :key', { key });
  return row === null ? null : num(row, 'told_at_ms');
}

/**
 * Marks a notification as shown. Call before showing it.
 * @returns true if the notification was not marked before
 */
export const markNoticeShown = (db: WriteDb, key: string, shownAtMs: number): boolean =>
  run(db, 'INSERT INTO notice (notice_key, told_at_ms) VALUES (:key, :shownAtMs) ON CONFLICT DO NOTHING', {
    key,
    shownAtMs,
  }).changes > 0;

/**
 * Returns the time of the newest notification whose key begins with `kind/`; null if there is none. Ignores
 * times after `untilMs`, which were recorded while this computer's clock was ahead.
 */
export function newestNoticeMs(db: ReadDb, kind: string, untilMs: number): number | null {
  const row = get(
    db,
    'SELECT max(told_at_ms) AS newest FROM notice WHERE notice_key >= :from AND notice_key < :until AND told_at_ms <= :untilMs',
    { from: `${kind}/`, until: `${kind}0`, untilMs },
  );
  return row === null ? null : numOrNull(row, 'newest');
}

/**
 * Deletes the marks of shown notifications of this kind whose time is after `afterMs`. These times were
 * recorded while this computer's clock was ahead.
 */
export function deleteNoticesAfter(db: WriteDb, kind: string, afterMs: number): void {
  run(db, 'DELETE FROM notice WHERE notice_key >= :from AND notice_key < :until AND told_at_ms > :afterMs', {
    from: `${kind}/`,
    until: `${kind}0`,
    afterMs,
  });
}

export function deleteNoticesBefore(db: WriteDb, beforeMs: number): void {
  run(db, 'DELETE FROM notice WHERE told_at_ms < :beforeMs', { beforeMs });
}
