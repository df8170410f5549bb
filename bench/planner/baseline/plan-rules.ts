import { planRulesSchema, type ListRule, type PlanRules } from '../../../shared/model/plan.ts';
import {
  deletePlanRules,
  planRules,
  putPlanRules,
} from '../../../electron/core/database/queries/yours/plan-rules.ts';
import { hasTable } from '../../../electron/core/database/queries/privacy-state.ts';
import type { ReadDb, WriteDb } from '../../../electron/core/database/sql.ts';
import type { Journal } from '../../../electron/core/user-data/undo-journal.ts';

/**
 * Returns the user's rules for the plan, or the defaults if none are set or this version cannot read them.
 */
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

/** Number of days in the longest month. A rule may spend its daily limit on every day. */
export const DAYS_A_MONTH = 31;

/** Returns the maximum number of records that the rules may spend automatically in a month. */
export function automaticRecordsAMonth({ lists, prefetchRecords, catchUpRecords }: PlanRules): number {
  const isFetching = lists.some(({ prefetch, reveals }) => prefetch || reveals);
  return ((isFetching ? prefetchRecords : 0) + catchUpRecords) * DAYS_A_MONTH;
}

/** Saves the rules. Must be called within `recordChange` of the undo journal. */
export function setRules(yours: WriteDb, journal: Journal, rules: PlanRules, atMs: number): void {
  const json = JSON.stringify(planRulesSchema.parse(rules));
  // Saving identical rules is not a change.
  if (JSON.stringify(readRules(yours)) === json) return;
  journal.touch({ part: 'plan_rules', key: [1] });
  putPlanRules(yours, { value: json, setAtMs: Math.round(atMs) });
}

/**
 * Replaces the rules in a restored file (`restored`) with the current ones. A backup must not bring back
 * rules that spend automatically and that the user has since turned off. If the current file (`before`)
 * cannot be read or contains no rules, the restored rules are deleted. Must be called within a transaction on
 * `restored`.
 */
export function restorePlanRules(restored: WriteDb, before: ReadDb | null): void {
  const rules = before === null || !hasTable(before, 'plan_rules') ? null : planRules(before);
  if (rules === null) deletePlanRules(restored);
  else putPlanRules(restored, rules);
}

/**
 * Returns the rule for a list. A list without a rule has normal weight, and nothing is fetched for it
 * automatically.
 */
export const ruleOf = ({ lists }: PlanRules, listId: number): ListRule =>
  lists.find((rule) => rule.listId === String(listId)) ?? {
    listId: String(listId),
    weight: 2,
    prefetch: false,
    reveals: false,
  };
