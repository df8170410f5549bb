import type { TriageMark } from './model/triage.ts';

/**
 * Whether a list leaves a company out, or shows it greyed: done, or snoozed and not yet due. What came after it was marked
 * done is news, and brings it back; a snooze holds whatever comes, until its time. Pure.
 * @param nowMs server time, ms
 * @param newsAtMs when the thing that is listed came, server time, ms; null for lists of companies, which hold no news
 */
export function isPutAway(mark: TriageMark | null, nowMs: number, newsAtMs: number | null = null): boolean {
  if (mark === null) return false;
  if (mark.state === 'snoozed') return mark.untilMs > nowMs;
  return newsAtMs === null || newsAtMs <= mark.setAtMs;
}
