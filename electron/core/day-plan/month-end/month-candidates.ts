import type { MonthKindName } from '../../../../shared/model/planning/month-end.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { Candidate } from '../decide-plan.ts';
import { findGap } from '../find-gap.ts';
import { gatherCalls } from '../gather-requests.ts';
import { readRules } from '../plan-rules.ts';
import { roomOn, type MonthOutlook } from './month-limits.ts';
import { olderRounds } from './older-rounds.ts';
import { pipelineCalls } from './pipeline-requests.ts';
import type { Gathered, PlanCall, PlanParts } from '../plan-inputs.ts';
import { candidateOf } from '../propose-plan.ts';
import { valueBeforeReset } from '../score.ts';

/**
 * Minimum fit of a company for fetching its profile before the reset. Even a low fit is enough, because an
 * unused record expires worthless.
 */
export const MONTH_END_FIT = 0;

/**
 * Returns the possible requests for the rest of the month, and the skipped ones. Besides the requests of
 * today's plan, these include profiles of new companies below the user's minimum fit, older rounds of saved
 * searches, and requests about companies in the user's pipeline.
 *
 * @param outlook the limits that the plan has to respect
 */
export function gatherMonthCalls(parts: PlanParts, outlook: MonthOutlook): Gathered {
  const older = olderRounds(parts, findGap(parts), pageRows(outlook));
  const { calls, skips } = gatherCalls(parts, {
    onlyMatches: true,
    fitFloor: MONTH_END_FIT,
    contactsFloor: readRules(parts.files.yours).fitFloor,
    searchesSince: older.since,
  });
  return { calls: [...calls, ...older.calls, ...pipelineCalls(parts, calls)], skips };
}

/**
 * Returns the maximum number of rows in one request for older rounds. On the day that allows such requests
 * the most records, they may use twice this number. A larger page would leave too few records for other
 * requests on that day.
 */
export function pageRows({ days, limits }: MonthOutlook): number {
  const rooms = limits
    .filter(({ unit, lane }) => unit === 'records' && (lane === null || lane === 'catch-up'))
    .map((limit) => Math.max(...Array.from({ length: days }, (_, day) => roomOn(limit, day, 0))));
  return Math.min(LIST_LIMIT_MAX, Math.max(1, Math.floor(Math.min(...rooms) / 2)));
}

export const monthCandidateOf = (call: PlanCall, nowMs: number): Candidate => ({
  ...candidateOf(call, nowMs),
  value: valueBeforeReset(call.value, call.expected ?? call.cost.records),
});

export const monthKindOf = ({ kind, why }: Pick<PlanCall, 'kind' | 'why'>, fitFloor: number): MonthKindName =>
  kind === 'profile' && why.why === 'fit' && why.fit < fitFloor ? 'low-fit' : kind;
