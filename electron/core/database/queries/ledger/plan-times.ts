import { get, num, run, type ReadDb, type WriteDb } from '../../sql.ts';

/* Server times that the day plan and its rules store, each under a name. */

/** Returns the server time stored under this name, in ms; null if there is none. */
export function planFact(db: ReadDb, name: string): number | null {
  const row = get(db, 'SELECT at_ms FROM plan_fact WHERE name = :name', { name });
  return row === null ? null : num(row, 'at_ms');
}

/** Stores a server time under a name. An earlier time does not replace a later one. */
export function putPlanFact(db: WriteDb, name: string, atMs: number): void {
  run(
    db,
    `INSERT INTO plan_fact (name, at_ms) VALUES (:name, :atMs)
     ON CONFLICT (name) DO UPDATE SET at_ms = max(at_ms, excluded.at_ms)`,
    { name, atMs: Math.round(atMs) },
  );
}
