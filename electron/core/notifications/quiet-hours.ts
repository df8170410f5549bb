export const localHour = (atMs: number): number => new Date(atMs).getHours();

/**
 * Returns whether `hour` is in the range from `quietFrom` up to but not including `quietTo`. The range may
 * span midnight. If both hours are equal, there are no quiet hours.
 */
export function isQuiet(
  hour: number,
  { quietFrom, quietTo }: { readonly quietFrom: number; readonly quietTo: number },
): boolean {
  if (quietFrom === quietTo) return false;
  return quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo;
}
