import { isDate } from '../../../lib/date-ranges.ts';
import { parseTimeOfDay } from '../../../lib/time-of-day.ts';
import { due as strings } from './strings.ts';

/** A due date and a time as the user typed them. A field that the user left blank is an empty string. */
interface DueInput {
  readonly dueOn: string;
  readonly dueTime: string;
}
/** A due date such as `2026-06-10` and a time such as `14:30`. If there is a time, there is also a date. */
export interface Due {
  readonly dueOn: string | null;
  readonly dueTime: string | null;
}

export const dayError = ({ dueOn }: DueInput): string | null =>
  dueOn.trim() === '' || isDate(dueOn.trim()) ? null : strings.badDay;
export const timeError = ({ dueTime }: DueInput): string | null =>
  dueTime.trim() === '' || parseTimeOfDay(dueTime) !== null ? null : strings.badTime;

/**
 * Returns the due date and time that the user typed; null if either of them is not valid. A time without a
 * date means today.
 */
export function parseDue(input: DueInput, today: string): Due | null {
  if (dayError(input) !== null || timeError(input) !== null) return null;
  const dueTime = parseTimeOfDay(input.dueTime);
  const dueOn = input.dueOn.trim() || (dueTime === null ? null : today);
  return { dueOn, dueTime };
}
