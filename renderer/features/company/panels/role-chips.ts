export interface RoleCount {
  readonly value: string;
  readonly count: number;
}

/** More would be hard to scan; the service documents twelve departments [§4.8]. */
const CHIPS_MAX = 12;

/**
 * The chips that filter roles, most frequent first. A single chip would filter nothing and is left out, unless it is
 * selected: a selected chip stays, even when its roles are gone, so the user can deselect it.
 */
export function roleChips(values: readonly RoleCount[], chosen: string | null): readonly RoleCount[] {
  const shown = [...values].sort((a, b) => b.count - a.count).slice(0, CHIPS_MAX);
  if (chosen !== null && !shown.some(({ value }) => value === chosen))
    return [...shown, values.find(({ value }) => value === chosen) ?? { value: chosen, count: 0 }];
  return shown.length > 1 || chosen !== null ? shown : [];
}
