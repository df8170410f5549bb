import { get, num, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/* The rules of the day plan in `yours.db`, and the times that it stores under names in `ledger.db`. */

/** Returns the user's rules in `yours.db` as JSON, with the time they were set; null if there are none. */
export function planRules(yours: ReadDb): { value: string; setAtMs: number } | null {
  const row = get(yours, 'SELECT value, set_at_ms FROM plan_rules WHERE one = 1');
  return row === null ? null : { value: text(row, 'value'), setAtMs: num(row, 'set_at_ms') };
}

export const deletePlanRules = (yours: WriteDb): void => void run(yours, 'DELETE FROM plan_rules');

export function putPlanRules(yours: WriteDb, rules: { value: string; setAtMs: number }): void {
  run(
    yours,
    `INSERT INTO plan_rules (one, value, set_at_ms) VALUES (1, :value, :setAtMs)
     ON CONFLICT (one) DO UPDATE SET value = excluded.value, set_at_ms = excluded.set_at_ms`,
    rules,
  );
}

/** Returns the server time stored under this name, ms; null if there is none. */
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
