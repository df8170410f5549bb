/** The values that change as time passes. */
export interface TimedState {
  readonly nowMs: number;
  /** Number of open contact windows. */
  readonly open: number;
  readonly snoozed: number;
  readonly monthResetsAtMs: number | null;
  readonly dayResetsAtMs: number | null;
}
/** What changed when the demo's clock was moved. */
export interface TimeTravelResult {
  readonly closed: number;
  readonly snoozesOver: number;
  /** The longest budget period that ended; null if none ended. */
  readonly budgets: 'month' | 'day' | null;
}

export function compareTimedStates(before: TimedState, after: TimedState): TimeTravelResult {
  const isPast = (resetsAtMs: number | null): boolean => resetsAtMs !== null && after.nowMs >= resetsAtMs;
  return {
    closed: Math.max(0, before.open - after.open),
    snoozesOver: Math.max(0, before.snoozed - after.snoozed),
    budgets: isPast(before.monthResetsAtMs) ? 'month' : isPast(before.dayResetsAtMs) ? 'day' : null,
  };
}
