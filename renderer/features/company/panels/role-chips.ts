export interface RoleCount {
  readonly value: string;
  readonly count: number;
}

/**
 * Maximum number of chips. More would be hard to scan, and the service documents only twelve departments
 * (spec §4.8).
 */
const CHIPS_MAX = 12;

/**
 * Returns the filter chips for roles, most frequent first. If there is only one chip, returns none, because
 * filtering by it would change nothing. The selected chip is always included, even if no role matches it
 * anymore, so the user can deselect it.
 */
export function roleChips(values: readonly RoleCount[], chosen: string | null): readonly RoleCount[] {
  const shown = [...values].sort((a, b) => b.count - a.count).slice(0, CHIPS_MAX);
  if (chosen !== null && !shown.some(({ value }) => value === chosen))
    return [...shown, values.find(({ value }) => value === chosen) ?? { value: chosen, count: 0 }];
  return shown.length > 1 || chosen !== null ? shown : [];
}
