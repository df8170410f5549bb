import { get, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/* Workspace settings, in JSON. */

export type PreferenceName = 'market' | 'fit-weights' | 'market-skipped' | 'buyer-roles';

/** Returns null if the setting has no value. */
export function preference(db: ReadDb, name: PreferenceName): string | null {
  const row = get(db, 'SELECT value FROM preference WHERE name = :name', { name });
  return row === null ? null : text(row, 'value');
}

export function putPreference(
  db: WriteDb,
  preferred: { name: PreferenceName; value: string; setAtMs: number },
): void {
  run(
    db,
    `INSERT INTO preference (name, value, set_at_ms) VALUES (:name, :value, :setAtMs)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, set_at_ms = excluded.set_at_ms`,
    preferred,
  );
}

export function deletePreference(db: WriteDb, name: PreferenceName): void {
  run(db, 'DELETE FROM preference WHERE name = :name', { name });
}
