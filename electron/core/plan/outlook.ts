import type { Lane } from '../../../shared/model/budget.ts';
import type { Room } from '../quota/room.ts';

/** What the plan may take: the governor's room. */
export type Outlook = Room;

/** A window is open for 30 days [§4.6]: nothing later is looked at. */
export const DAYS_AHEAD = 31;

/** Records that may be used from today to the end of day `day`, 0 being today. Pure. */
export function recordsBy(outlook: Outlook, day: number): number {
  const later = Math.max(0, Math.min(day, DAYS_AHEAD - 1));
  const ofThisMonth = Math.min(later, outlook.daysLeft - 1);
  return (
    outlook.today.records +
    ofThisMonth * outlook.recordsADay +
    (later - ofThisMonth) * outlook.recordsADayAfter
  );
}

/** The same of one lane; no bound where the seller set no allowance for it. Pure. */
export function laneRecordsBy(outlook: Outlook, lane: Lane, day: number): number {
  const allowance = outlook.lanes.get(lane);
  if (allowance === undefined) return Number.POSITIVE_INFINITY;
  return allowance.today + Math.max(0, Math.min(day, DAYS_AHEAD - 1)) * allowance.aDay;
}
