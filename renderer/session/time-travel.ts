/** What time alone changes, at one moment. */
export interface Stand {
  readonly nowMs: number;
  /** Contact windows that are open. */
  readonly open: number;
  readonly snoozed: number;
  readonly monthResetsAtMs: number | null;
  readonly dayResetsAtMs: number | null;
}
/** What a journey in time changed. */
export interface TimeTravelResult {
  readonly closed: number;
  readonly snoozesOver: number;
  /** The budgets that began anew, the larger ones alone. */
  readonly budgets: 'month' | 'day' | null;
}

export function changeOf(before: Stand, after: Stand): TimeTravelResult {
  const isPast = (resetsAtMs: number | null): boolean => resetsAtMs !== null && after.nowMs >= resetsAtMs;
  return {
    closed: Math.max(0, before.open - after.open),
    snoozesOver: Math.max(0, before.snoozed - after.snoozed),
    budgets: isPast(before.monthResetsAtMs) ? 'month' : isPast(before.dayResetsAtMs) ? 'day' : null,
  };
}
