import type { QueueEntry } from '../../../shared/model/budget.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/durations.ts';
import { clockText, dayText, dayTimeText, timeText } from '../../lib/format.ts';
import type { ZonedTime } from '../../lib/zoned-time.ts';
import { requestStrings } from './request-strings.ts';

/**
 * Formats the time at which a request starts: `09:41:12` if that is within a minute, `09:43` if it is today,
 * otherwise `15 May 02:00`.
 */
export function startTimeText(atMs: number, nowMs: number, zone: ZonedTime = {}): string {
  const isToday = atMs - nowMs < DAY_MS && dayText(atMs, zone) === dayText(nowMs, zone);
  if (!isToday) return dayTimeText(atMs, zone);
  return atMs - nowMs <= MINUTE_MS ? clockText(atMs, zone) : timeText(atMs, zone);
}

/**
 * Describes when a request in the queue is sent: `running`, or the time with the reason for the wait, such as
 * `starts 09:43, after earlier requests`.
 */
export function requestTimeText(
  { startsAtMs, waitsFor }: Pick<QueueEntry, 'startsAtMs' | 'waitsFor'>,
  nowMs: number,
  zone: ZonedTime = {},
): string {
  const strings = requestStrings.times;
  if (startsAtMs === null) return strings.running;
  const start = strings.starts(startTimeText(startsAtMs, nowMs, zone));
  return waitsFor === null ? start : `${start}, ${strings.waitsFor[waitsFor]}`;
}
