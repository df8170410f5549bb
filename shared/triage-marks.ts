import type { TriageMark } from './model/triage.ts';

/**
 * Whether a list hides or dims a company because it is done or snoozed. An item newer than a done mark makes
 * the company visible again; a snooze always lasts until its end time.
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
