/** Values that depend on the time. They are read before and after the demo's clock moves, and compared. */
export interface TimedState {
  readonly nowMs: number;
  /** Number of open contact windows. */
  readonly open: number;
  readonly snoozed: number;
  readonly monthResetsAtMs: number | null;
  readonly dayResetsAtMs: number | null;
}
/** The effects of moving the demo's clock. */
export interface TimeTravelResult {
  readonly closed: number;
  readonly snoozesOver: number;
  /**
   * The period that has ended and whose budgets were therefore reset: a month or, if no month has ended, a
   * day. Null if neither has ended.
   */
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
