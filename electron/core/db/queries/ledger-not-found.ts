import { get, num, type ReadDb } from '../sql.ts';

/** Server time at which this very call was last answered 404 since `sinceMs`; null where it was not. */
export function newestNotFound(
  db: ReadDb,
  asked: { readonly epoch: number; readonly call: string; readonly sinceMs: number },
): number | null {
  const row = get(
    db,
    `SELECT completed_ms FROM entry INDEXED BY entry_not_found_call
     WHERE status = 404 AND epoch = :epoch AND call = :call AND completed_ms > :sinceMs
     ORDER BY completed_ms DESC LIMIT 1`,
    asked,
  );
  return row === null ? null : num(row, 'completed_ms');
}

/** Server time of the 404 that stands at `place` (from 1) among those since `sinceMs`, newest first; null: fewer. */
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
