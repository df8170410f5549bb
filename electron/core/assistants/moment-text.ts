import { isSameDay, localTimeOfDay } from '../../../shared/local-date.ts';

/**
 * Returns a time as the user's screens show it, for sentences that assistants repeat: `20:32`, and on another
 * day `29 Nov 20:32`.
 */
export function momentText(atMs: number, nowMs: number): string {
  const time = localTimeOfDay(atMs);
  if (isSameDay(atMs, nowMs)) return time;
  return `${new Date(atMs).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time}`;
}
