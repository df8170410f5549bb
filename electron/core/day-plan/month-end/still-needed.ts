import { questionOf } from '../../../../shared/list-query.ts';
import { companiesMissingRounds } from '../../database/queries/cache/plan-facts.ts';
import type { PlanCall, PlanParts } from '../plan-inputs.ts';
import type { PlannedCall } from '../planned-call.ts';
import { areDaysOpen } from './older-rounds.ts';
import { isProfileOld } from './pipeline-requests.ts';

/**
 * Returns whether a request that was approved for a later day is still needed. The user may have fetched the
 * same data in the meantime, and would be charged for it again.
 */
export function isStillNeeded(
  parts: Pick<PlanParts, 'files' | 'governor'>,
  { kind, searchId }: Pick<PlanCall, 'kind' | 'searchId'>,
  priced: PlannedCall,
): boolean {
  if (kind === 'update') return priced.endpoint !== 'company' || isProfileOld(parts, priced.companyId);
  if (kind === 'rounds')
    return (
      priced.endpoint !== 'rounds' || companiesMissingRounds(parts.files.cache, [priced.companyId]).length > 0
    );
  if (kind !== 'older') return true;
  const question = questionOf(priced);
  return question !== null && searchId !== null && areDaysOpen(parts, searchId, question);
}
