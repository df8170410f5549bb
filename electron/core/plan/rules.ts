import { planRulesSchema, type ListRule, type PlanRules } from '../../../shared/model/plan.ts';
import { deletePlanRules, planRules, putPlanRules } from '../db/queries/plan.ts';
import { hasTable } from '../db/queries/privacy.ts';
import type { ReadDb, WriteDb } from '../db/sql.ts';
import type { Journal } from '../words/journal.ts';

/** The seller's rules for the plan; the defaults where he set none, or another version wrote what this one cannot read. */
export function readRules(yours: ReadDb): PlanRules {
  const defaults = planRulesSchema.parse({});
  const json = planRules(yours)?.value;
  if (json === undefined) return defaults;
  try {
    return planRulesSchema.safeParse(JSON.parse(json)).data ?? defaults;
  } catch {
    return defaults;
  }
}

/** Call within `recordChange`. */
export function setRules(yours: WriteDb, journal: Journal, rules: PlanRules, atMs: number): void {
  const json = JSON.stringify(planRulesSchema.parse(rules));
  // The same again is no change, whenever it is said.
  if (JSON.stringify(readRules(yours)) === json) return;
  journal.touch({ part: 'plan_rules', key: [1] });
  putPlanRules(yours, { value: json, setAtMs: Math.round(atMs) });
}

/**
 * A backup brings the seller's words back and not what may spend by itself: that is as it was last said, or, where the file that
 * said it cannot be read, nothing. Call inside a transaction on `restored`.
 */
export function keepRules(restored: WriteDb, before: ReadDb | null): void {
  const rules = before === null || !hasTable(before, 'plan_rules') ? null : planRules(before);
  if (rules === null) deletePlanRules(restored);
  else putPlanRules(restored, rules);
}

/** A list without a rule of its own is of normal weight, and nothing of it is fetched by itself. */
export const ruleOf = ({ lists }: PlanRules, listId: number): ListRule =>
  lists.find((rule) => rule.listId === String(listId)) ?? {
    listId: String(listId),
    weight: 2,
    prefetch: false,
    reveals: false,
  };
