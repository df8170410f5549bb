import type { MonthLimit, MonthOutlook } from '../../service-api/month-limits.ts';

export type { MonthLimit, MonthOutlook };

/**
 * Returns how much of a limit may still be used on a day, after subtracting the day's approved requests.
 * `before` is the amount used on the previous days. Day 0 is today. Negative if the approved requests of the
 * day no longer fit.
 */
export function roomOn(limit: MonthLimit, day: number, before: number): number {
  const { total, aDay, approved } = limit;
  const approvedBefore = approved.slice(0, day).reduce((sum, each) => sum + each, 0);
  const left = Math.max(0, total - before - approvedBefore);
  const daily = aDay[Math.min(day, aDay.length - 1)] ?? Number.POSITIVE_INFINITY;
  return Math.min(left, daily, shareOn(limit, day, left)) - (approved[day] ?? 0);
}

/**
 * Returns how much may be used on a day if the amount left is spread evenly over the days left (`evenShare`).
 * Returns infinity if the limit is not paced.
 */
function shareOn({ paced }: MonthLimit, day: number, left: number): number {
  if (paced === null) return Number.POSITIVE_INFINITY;
  const daysLeft = paced.daysLeft - day;
  if (daysLeft < 1) return Math.max(1, paced.aDayAfter);
  const usedToday = day === 0 ? paced.usedToday : 0;
  return Math.max(0, Math.max(1, Math.floor((left + usedToday) / daysLeft)) - usedToday);
}

/** Returns how much may be used in total from today to the given day, including both days. */
export function mostBy(limit: MonthLimit, day: number): number {
  let used = 0;
  for (let each = 0; each <= day; each += 1) used += Math.max(0, roomOn(limit, each, used));
  return used;
}
