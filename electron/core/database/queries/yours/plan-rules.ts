import { get, num, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/**
 * Returns the user's rules for the day plan as JSON, and the time at which they were set; null if there are
 * none.
 */
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
