import type { AppError } from '../../../../shared/app-error.ts';
import { utcDate } from '../../../../shared/search-date-ranges.ts';
import { dateMs, daysIn, isDate, type DateRange } from '../../../lib/date-ranges.ts';
import { DAY } from '../../../lib/format.ts';

/**
 * Returns the later half of the date range, to be offered after a search that the service may have refused
 * because its range is too long; otherwise null.
 */
export function halfToOffer(error: AppError, dates: DateRange): DateRange | null {
  if (error.kind !== 'upstream' || (error.status !== 400 && error.status !== 422)) return null;
  return isDate(dates.start) && isDate(dates.end) ? laterHalf(dates) : null;
}

/** Returns the later half of a range; null if the range is a single day. */
export function laterHalf(range: DateRange): DateRange | null {
  const days = daysIn(range);
  if (days < 2) return null;
  return { start: utcDate(dateMs(range.end) - (Math.ceil(days / 2) - 1) * DAY), end: range.end };
}
