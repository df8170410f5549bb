import type { AppError } from '../../../../shared/app-error.ts';
import { utcDate } from '../../../../shared/search-date-ranges.ts';
import { dateMs, daysIn, isDate, type DateRange } from '../../../lib/date-ranges.ts';
import { DAY } from '../../../lib/format.ts';

/** What to offer after a refused search: half of its dates once, then the choice is up to the user. */
export interface AfterRefusal {
  /** The later half of the dates; null if it is not offered. */
  readonly half: DateRange | null;
  /** Whether the refused dates are a half that was offered before. */
  readonly isHalf: boolean;
}

/**
 * Returns what to offer after a search that the service may have refused because its range is too long.
 *
 * @param taken the half that was offered before and taken; null if there is none
 */
export function afterRefusal(
  error: AppError | null,
  dates: DateRange,
  taken: DateRange | null,
): AfterRefusal {
  if (error?.kind !== 'upstream' || (error.status !== 400 && error.status !== 422))
    return { half: null, isHalf: false };
  const isHalf = taken !== null && taken.start === dates.start && taken.end === dates.end;
  return { half: isHalf ? null : halfOf(dates), isHalf };
}

function halfOf(dates: DateRange): DateRange | null {
  return isDate(dates.start) && isDate(dates.end) ? laterHalf(dates) : null;
}

/** Returns the later half of a range; null if the range is a single day. */
export function laterHalf(range: DateRange): DateRange | null {
  const days = daysIn(range);
  if (days < 2) return null;
  return { start: utcDate(dateMs(range.end) - (Math.ceil(days / 2) - 1) * DAY), end: range.end };
}
