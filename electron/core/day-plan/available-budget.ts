import type { Lane } from '../../../shared/model/budget.ts';
import type { RemainingBudget } from '../service-api/governor-port.ts';

export type Outlook = RemainingBudget;

/** Number of days that the plan considers, including today. A contact window lasts 30 days (spec §4.6). */
export const DAYS_AHEAD = 31;

/** Returns how many records may be used from today until the end of day `day`. Day 0 is today. */
export function recordsBy(outlook: Outlook, day: number): number {
  const later = Math.max(0, Math.min(day, DAYS_AHEAD - 1));
  const ofThisMonth = Math.min(later, outlook.daysLeft - 1);
  return (
    outlook.today.records +
    ofThisMonth * outlook.recordsADay +
    (later - ofThisMonth) * outlook.recordsADayAfter
  );
}

/** Like `recordsBy`, but for one lane. Returns infinity if the user has set no spending cap for the lane. */
export function laneRecordsBy(outlook: Outlook, lane: Lane, day: number): number {
  const allowance = outlook.lanes.get(lane);
  if (allowance === undefined) return Number.POSITIVE_INFINITY;
  return allowance.today + Math.max(0, Math.min(day, DAYS_AHEAD - 1)) * allowance.aDay;
}
