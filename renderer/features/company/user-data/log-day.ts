import { isDate } from '../../../lib/date-ranges.ts';
import { due } from '../../lists/due/strings.ts';
import { contactLog as strings } from './strings.ts';

/**
 * Returns the error text for the typed day of a contact log entry; null if the day is valid. The day must not
 * be later than `today`.
 */
export function logDayError(typed: string, today: string): string | null {
  const day = typed.trim();
  if (!isDate(day)) return due.badDay;
  return day > today ? strings.laterDay : null;
}
