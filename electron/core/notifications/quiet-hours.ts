export const localHour = (atMs: number): number => new Date(atMs).getHours();

/**
 * Returns whether `hour` is from `quietFrom` until before `quietTo`, also across midnight. If the two are
 * equal, there are no quiet hours.
 */
export function isQuiet(
  hour: number,
  { quietFrom, quietTo }: { readonly quietFrom: number; readonly quietTo: number },
): boolean {
  if (quietFrom === quietTo) return false;
  return quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo;
}
