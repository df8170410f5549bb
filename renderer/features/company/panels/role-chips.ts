export interface RoleCount {
  readonly value: string;
  readonly count: number;
}

/** More would be a wall; the documented departments are twelve [§4.8]. */
const CHIPS_MAX = 12;

/**
 * The chips to narrow roles by, those with most roles first. One alone narrows nothing and is left out, unless it is
 * chosen: what is chosen can always be taken back, even when the roles that made it are gone.
 */
export function roleChips(values: readonly RoleCount[], chosen: string | null): readonly RoleCount[] {
  const shown = [...values].sort((a, b) => b.count - a.count).slice(0, CHIPS_MAX);
  if (chosen !== null && !shown.some(({ value }) => value === chosen))
    return [...shown, values.find(({ value }) => value === chosen) ?? { value: chosen, count: 0 }];
  return shown.length > 1 || chosen !== null ? shown : [];
}
