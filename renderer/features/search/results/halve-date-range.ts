import type { AppError } from '../../../../shared/app-error.ts';
import { utcDate } from '../../../../shared/search-date-ranges.ts';
import { dateMs, daysIn, isDate, type DateRange } from '../../../lib/date-ranges.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/**
 * What to offer after the service has refused a search. The app first offers half of the date range. If the
 * service refuses that half too, the user must choose the dates.
 */
interface AfterRefusal {
  /** The later half of the refused date range; null if no half is offered. */
  readonly half: DateRange | null;
  /** Whether the refused date range was itself a half that was offered after an earlier refusal. */
  readonly isHalf: boolean;
}

/**
 * Returns the half of the date range to offer after an error. A half is offered only if the status is 400 or
 * 422, which may mean that the date range was too long, and only if the refused range was not itself the
 * accepted half.
 *
 * @param taken the half that the user accepted earlier; null if there is none
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

/** Returns the later half of a date range; null if the range is a single day. */
export function laterHalf(range: DateRange): DateRange | null {
  const days = daysIn(range);
  if (days < 2) return null;
  return { start: utcDate(dateMs(range.end) - (Math.ceil(days / 2) - 1) * DAY_MS), end: range.end };
}
