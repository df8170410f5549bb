export interface RoleCount {
  readonly value: string;
  readonly count: number;
}

/** More chips would be hard to scan. The service documents twelve departments [§4.8]. */
const CHIPS_MAX = 12;

/**
 * Returns the chips that filter roles, most frequent first. If there is only one chip, it is omitted, because
 * it would filter nothing. A selected chip is kept even if it has no roles any more, so the user can
 * deselect it.
 */
export function roleChips(values: readonly RoleCount[], chosen: string | null): readonly RoleCount[] {
  const shown = [...values].sort((a, b) => b.count - a.count).slice(0, CHIPS_MAX);
  if (chosen !== null && !shown.some(({ value }) => value === chosen))
    return [...shown, values.find(({ value }) => value === chosen) ?? { value: chosen, count: 0 }];
  return shown.length > 1 || chosen !== null ? shown : [];
}
