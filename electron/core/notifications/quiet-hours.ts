/** Uses the system's calendar and clock. */

export const localHour = (atMs: number): number => new Date(atMs).getHours();

/** From `quietFrom` until `quietTo`, including across midnight; equal hours mean no quiet hours. */
export function isQuiet(
  hour: number,
  { quietFrom, quietTo }: { readonly quietFrom: number; readonly quietTo: number },
): boolean {
  if (quietFrom === quietTo) return false;
  return quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo;
}
