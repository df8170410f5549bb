import type { DayUse } from '../../../../shared/model/budget.ts';
import type { LeftAlone, MonthEnd, MonthKind } from '../../../../shared/model/planning/month-end.ts';
import { priceSentence } from '../../../ui/text/price-text.ts';
import { monthEnd } from './strings.ts';

/** Returns the number of records that would expire at the usual pace. */
export const expiringRecords = (plan: MonthEnd): number => recordsOf(plan)?.expires ?? 0;
/**
 * Returns how many records would expire if the plan cost its maximum and other use continued at the usual
 * pace.
 */
export const expiringWithPlan = (plan: MonthEnd): number => recordsOf(plan)?.withPlan ?? 0;
/** Whether there are no requests at all: none to plan, none approved and none left out. */
export const isNothingToPlan = ({ kinds, preview, approved, leftAlone }: MonthEnd): boolean =>
  kinds.length === 0 && preview === null && approved === 0 && leftAlone.length === 0;
/**
 * Returns how many records would expire if the approved requests cost their maximum and other use continued at
 * the usual pace.
 */
export const expiringWithApproved = (plan: MonthEnd): number =>
  Math.max(0, expiringRecords(plan) - plan.reserved);
export const recordsOf = ({ limits }: MonthEnd): MonthEnd['limits'][number] | null =>
  limits.find(({ budget }) => budget === 'month-records') ?? null;

/** Returns the expected results of all requests of one kind, such as `21 matches`. */
export function bringsText({ kind, requests, matches, cost }: MonthKind): string {
  if (kind === 'contacts' && matches !== undefined) return monthEnd.brings.matches(matches);
  const isRounds = kind === 'search' || kind === 'catch-up' || kind === 'rounds' || kind === 'older';
  return monthEnd.brings[kind](isRounds ? cost.records : requests);
}

/** Returns a sentence about requests that the plan does not include, with the reason. */
export function leftAloneText({ kind, requests, why }: LeftAlone): string {
  const { what, why: reasons } = monthEnd.alone;
  const isAside = why === 'not-worth' || why === 'too-large';
  return `${what[kind](requests)}${isAside ? ',' : ''} ${reasons[why] ?? ''}`.trim();
}

export const leftAloneRecords = ({ records }: LeftAlone): string =>
  records === null ? '' : monthEnd.alone.records(records);

/** Identifies the plan on the screen and the price that the button shows; null if nothing can be approved. */
export const shownPlanKey = ({ id, preview }: MonthEnd): string | null =>
  preview === null ? null : `${id} ${priceSentence(preview) ?? ''}`;

/**
 * Returns the limit to mark: the limit that restricts the plan or, if the plan contains everything, the limit
 * of which the plan uses the largest share. Null if nothing is planned or approved.
 */
export function markedLimit({ limits, approved, preview }: MonthEnd): MonthEnd['limits'][number] | null {
  const limiting = limits.find(({ isLimiting }) => isLimiting);
  if (limiting !== undefined) return limiting;
  if (approved === 0 && preview === null) return null;
  const share = ({ withPlan, left }: MonthEnd['limits'][number]): number => withPlan / Math.max(1, left);
  return limits.toSorted((a, b) => share(a) - share(b))[0] ?? null;
}

/** Returns the planned records of each day, plus the records that have already been used on that day. */
export function daysWithUse(plan: MonthEnd, history: readonly DayUse[]): MonthEnd['days'] {
  return plan.days.map(({ startMs, records }) => {
    const used = history.find((day) => day.startMs === startMs);
    return { startMs, records: records + (used === undefined ? 0 : used.own + used.others) };
  });
}

interface Point {
  readonly atMs: number;
  readonly count: number;
}

/**
 * Returns how many records will be left at the end of each day if the plan runs and other use continues at
 * the usual pace. The first point is the number left now.
 */
export function plannedPoints(plan: MonthEnd, nowMs: number): Point[] {
  const { left = 0, usual = 0 } = recordsOf(plan) ?? {};
  const points: Point[] = [{ atMs: nowMs, count: left }];
  let planned = 0;
  for (const [index, { records }] of plan.days.entries()) {
    planned += records;
    const atMs = plan.days[index + 1]?.startMs ?? plan.resetsAtMs;
    const used = (usual * (atMs - nowMs)) / Math.max(1, plan.resetsAtMs - nowMs);
    points.push({ atMs, count: Math.max(0, Math.round(left - used - planned)) });
  }
  return points;
}
