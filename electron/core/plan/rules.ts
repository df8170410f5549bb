import { planRulesSchema, type ListRule, type PlanRules } from '../../../shared/model/plan.ts';
import { planRules, putPlanRules } from '../db/queries/plan.ts';
import type { ReadDb, WriteDb } from '../db/sql.ts';
import type { Journal } from '../words/journal.ts';

/** The seller's rules for the plan; the defaults where he set none, or another version wrote what this one cannot read. */
export function readRules(yours: ReadDb): PlanRules {
  const defaults = planRulesSchema.parse({});
  const json = planRules(yours);
  if (json === null) return defaults;
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

/** A list without a rule of its own is of normal weight, and nothing of it is fetched by itself. */
export const ruleOf = ({ lists }: PlanRules, listId: number): ListRule =>
  lists.find((rule) => rule.listId === String(listId)) ?? {
    listId: String(listId),
    weight: 2,
    prefetch: false,
    reveals: false,
  };
