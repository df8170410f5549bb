import type { MonthKindName } from '../../../../shared/model/planning/month-end.ts';
import { gatherCalls } from '../gather-requests.ts';
import type { Gathered, PlanCall, PlanParts } from '../plan-inputs.ts';

/** A record that expires brings nothing, so before the reset a profile may have any fit. */
export const MONTH_END_FIT = 0;

/**
 * Returns the requests for the rest of the month, and those that are better left alone. They are those of today's
 * plan, and the profiles of new companies below the user's minimum fit.
 */
export const gatherMonthCalls = (parts: PlanParts): Gathered =>
  gatherCalls(parts, { onlyMatches: true, fitFloor: MONTH_END_FIT });

/** Returns the kind under which the user sees a request. */
export const monthKindOf = ({ kind, why }: Pick<PlanCall, 'kind' | 'why'>, fitFloor: number): MonthKindName =>
  kind === 'profile' && why.why === 'fit' && why.fit < fitFloor ? 'low-fit' : kind;
