import { planRulesSchema, type PlanRules } from '../../../../shared/model/plan.ts';
import type { ItemOf } from './content.ts';

type ArchivedPlanRules = ItemOf<'planRules'>;

/**
 * Returns the rules of the day plan with all automatic spending switched off, and without the rules of
 * deleted lists.
 */
export const withoutSpending = (
  { value, setAtMs }: ArchivedPlanRules,
  lists: ReadonlySet<string>,
): ArchivedPlanRules => ({
  value: {
    ...value,
    lists: value.lists
      .filter(({ listId }) => lists.has(listId))
      .map((rule) => ({ ...rule, prefetch: false, reveals: false })),
    catchUpRecords: 0,
  },
  setAtMs,
});

/**
 * Returns the rules of an archive (`theirs`), but with this workspace's switches for automatic spending.
 * Never raises a limit on automatic spending. `json` contains the rules of this workspace; null if there are
 * none.
 */
export function mergePlanRules(theirs: PlanRules, json: string | null): PlanRules {
  const ours = json === null ? null : parseRules(json);
  if (ours === null) return theirs;
  const own = new Map(ours.lists.map((rule) => [rule.listId, rule]));
  return {
    ...theirs,
    lists: theirs.lists.map((rule) => {
      const { prefetch = false, reveals = false } = own.get(rule.listId) ?? {};
      return { ...rule, prefetch, reveals };
    }),
    prefetchRecords: Math.min(theirs.prefetchRecords, ours.prefetchRecords),
    catchUpRecords: ours.catchUpRecords,
  };
}

function parseRules(json: string): PlanRules | null {
  try {
    return planRulesSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
