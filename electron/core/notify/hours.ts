/** The seller's day, by this laptop's own calendar and clock. Pure. */

export const localHour = (atMs: number): number => new Date(atMs).getHours();

/** From `quietFrom` on until `quietTo`, over midnight too; equal hours are no quiet hours. */
export function isQuiet(
  hour: number,
  { quietFrom, quietTo }: { readonly quietFrom: number; readonly quietTo: number },
): boolean {
  if (quietFrom === quietTo) return false;
  return quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo;
}
