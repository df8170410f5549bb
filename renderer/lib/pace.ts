/** How much of a calendar-month budget's period has passed at a time, 0 to 1: where an even pace would be. */
export function monthPace(resetsAtMs: number, nowMs: number): number {
  const reset = new Date(resetsAtMs);
  const startMs = Date.UTC(reset.getUTCFullYear(), reset.getUTCMonth() - 1, 1);
  if (resetsAtMs <= startMs) return 1;
  return Math.min(1, Math.max(0, (nowMs - startMs) / (resetsAtMs - startMs)));
}
