import { isSameDay, localTimeOfDay } from '../../../shared/local-date.ts';

/**
 * Formats a time as the app's screens do, for sentences that assistants repeat: `20:32` today, `29 Nov 20:32`
 * on another day.
 */
export function momentText(atMs: number, nowMs: number): string {
  const time = localTimeOfDay(atMs);
  if (isSameDay(atMs, nowMs)) return time;
  return `${new Date(atMs).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time}`;
}
