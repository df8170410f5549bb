export interface RoleCount {
  readonly value: string;
  readonly count: number;
}

/**
 * Maximum number of chips, because more would be hard to scan. The service documents twelve departments
 * [§4.8].
 */
const CHIPS_MAX = 12;

/**
 * Returns the filter chips for roles, most frequent first. A single chip is omitted, because it would filter
 * nothing. The selected chip is included even if it no longer matches any role, so that the user can deselect
 * it.
 */
export function roleChips(values: readonly RoleCount[], chosen: string | null): readonly RoleCount[] {
  const shown = [...values].sort((a, b) => b.count - a.count).slice(0, CHIPS_MAX);
  if (chosen !== null && !shown.some(({ value }) => value === chosen))
    return [...shown, values.find(({ value }) => value === chosen) ?? { value: chosen, count: 0 }];
  return shown.length > 1 || chosen !== null ? shown : [];
}
