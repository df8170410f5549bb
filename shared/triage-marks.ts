import type { TriageMark } from './model/triage.ts';

/**
 * Whether a list hides or dims a company: done, or snoozed and not yet due. News after the done mark brings
 * the company back, while a snooze holds until its time. Pure.
 * @param nowMs server time, ms
 * @param newsAtMs server time of the listed item, ms; null for lists of companies, which have no news
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
