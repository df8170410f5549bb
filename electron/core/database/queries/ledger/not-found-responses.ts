import { get, num, type ReadDb } from '../../sql.ts';

/** Returns the server time of the last 404 for this request since `sinceMs`; null if there is none. */
export function newestNotFound(
  db: ReadDb,
  lookup: { readonly epoch: number; readonly call: string; readonly sinceMs: number },
): number | null {
  const row = get(
    db,
    `SELECT completed_ms FROM entry INDEXED BY entry_not_found_call
     WHERE status = 404 AND epoch = :epoch AND call = :call AND completed_ms > :sinceMs
     ORDER BY completed_ms DESC LIMIT 1`,
    lookup,
  );
  return row === null ? null : num(row, 'completed_ms');
}

/**
 * Returns the server time of the 404 at position `place` among all 404s since `sinceMs`. The newest 404 is at
 * position 1. Returns null if there are fewer than `place` 404s.
 */
export function notFoundAt(
  db: ReadDb,
  { epoch, sinceMs, place }: { readonly epoch: number; readonly sinceMs: number; readonly place: number },
): number | null {
  const row = get(
    db,
    `SELECT completed_ms FROM entry INDEXED BY entry_not_found
     WHERE status = 404 AND epoch = :epoch AND completed_ms > :sinceMs
     ORDER BY completed_ms DESC LIMIT 1 OFFSET :skip`,
    { epoch, sinceMs, skip: place - 1 },
  );
  return row === null ? null : num(row, 'completed_ms');
}
