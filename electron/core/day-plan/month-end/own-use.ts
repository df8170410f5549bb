import type { Cost } from '../../../../shared/model/budget.ts';
import type { MonthOutlook } from '../../service-api/month-limits.ts';

/**
 * Reduces the limits by the cost of the requests that the user will probably make before the reset. The plan
 * then leaves room for companies that the user opens in the last days.
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
