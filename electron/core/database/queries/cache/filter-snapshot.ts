import { get, num, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/** Returns the newest `/filters` response as JSON. Only one response is stored. */
export function filterSnapshot(db: ReadDb): { filters: string; fetchedAtMs: number } | null {
  const row = get(db, 'SELECT filters, fetched_at_ms FROM filter_snapshot WHERE snapshot_id = 1');
  return row === null ? null : { filters: text(row, 'filters'), fetchedAtMs: num(row, 'fetched_at_ms') };
}

export function putFilterSnapshot(db: WriteDb, filters: string, fetchedAtMs: number): void {
  run(
    db,
    `INSERT INTO filter_snapshot (snapshot_id, fetched_at_ms, filters) VALUES (1, :fetchedAtMs, :filters)
     ON CONFLICT (snapshot_id) DO UPDATE SET fetched_at_ms = excluded.fetched_at_ms, filters = excluded.filters
     WHERE excluded.fetched_at_ms >= fetched_at_ms`,
    { filters, fetchedAtMs },
  );
}

/** Returns the server time of the stored `/filters` response, ms; null if there is none. */
export function filterSnapshotAt(db: ReadDb): number | null {
  const row = get(db, 'SELECT fetched_at_ms FROM filter_snapshot WHERE snapshot_id = 1');
  return row === null ? null : num(row, 'fetched_at_ms');
}
