import type { TriageMark } from './model/triage.ts';

/**
 * Whether a list hides or dims a company because it is done or snoozed. If the listed item, such as a signal,
 * is newer than a done mark, the company becomes visible again. A snooze always lasts until its end.
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
