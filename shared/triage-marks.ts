import type { TriageMark } from './model/triage.ts';

/**
 * Whether a list hides or dims a company that is done or snoozed. A done company is shown again if the list
 * contains an item about it, such as a signal, that is newer than the done mark. A snoozed company stays
 * hidden until the snooze ends, even if there are newer items.
 * @param nowMs server time
 * @param newsAtMs server time of the listed item; null in lists of companies
 */
export function isDoneOrSnoozed(
  mark: TriageMark | null,
  nowMs: number,
  newsAtMs: number | null = null,
): boolean {
  if (mark === null) return false;
  if (mark.state === 'snoozed') return mark.untilMs > nowMs;
  return newsAtMs === null || newsAtMs <= mark.setAtMs;
}
