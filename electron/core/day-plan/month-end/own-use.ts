import type { Cost } from '../../../../shared/model/budget.ts';
import type { MonthOutlook } from '../../service-api/month-limits.ts';

/**
 * Subtracts the requests that the user is likely to make before the reset from the limits. The plan then
 * leaves room for companies that the user opens on the last days.
 *
 * @param aDay the cost of the user's own requests on a usual day
 * @param reserve the probable cost of the user's own requests from now until the reset
 */
export const withoutOwnUse = (outlook: MonthOutlook, aDay: Cost, reserve: Cost): MonthOutlook => ({
  ...outlook,
  limits: outlook.limits.map((limit) =>
    limit.isShared
      ? {
          ...limit,
          total: Math.max(0, limit.total - reserve[limit.unit]),
          aDay: laterDays(limit.aDay, outlook.days).map((left) => Math.max(0, left - aDay[limit.unit])),
        }
      : limit,
  ),
});

/** Extends the list to all days by repeating its last entry. */
const laterDays = (aDay: readonly number[], days: number): number[] =>
  Array.from({ length: days }, (_, day) => aDay[Math.min(day, aDay.length - 1)] ?? Number.POSITIVE_INFINITY);
