import { DAY_MS } from '../../../shared/durations.ts';
import { isSameDay } from '../../../shared/local-date.ts';
import { dayTimeText, timeText } from '../../lib/format.ts';

/** Formats a time as `today 09:31`, `tomorrow 09:31` or, on any other day, `28 May 09:31`. */
export function whenText(atMs: number, nowMs: number): string {
  if (isSameDay(atMs, nowMs)) return `today ${timeText(atMs)}`;
  if (isSameDay(atMs, nowMs + DAY_MS)) return `tomorrow ${timeText(atMs)}`;
  return dayTimeText(atMs);
}
