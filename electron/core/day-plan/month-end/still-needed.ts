import { questionOf } from '../../../../shared/list-query.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { contactsFetchedAtMs } from '../../database/queries/cache/contact-window.ts';
import { companiesMissingRounds, planFactsOf } from '../../database/queries/cache/plan-facts.ts';
import type { PlanCall, PlanParts } from '../plan-inputs.ts';
import type { PlannedCall } from '../planned-call.ts';
import { areDaysOpen } from './older-rounds.ts';
import { isProfileOld } from './pipeline-requests.ts';

/** Maximum duration of the plan for the rest of a month, in ms. */
const PLAN_MAX_MS = 10 * DAY_MS;

/**
 * Returns whether a request that was approved for a later day is still needed. It is not needed if the user
 * has fetched the same data in the meantime, because the service would charge for that data again.
 */
export function isStillNeeded(
  parts: Pick<PlanParts, 'files' | 'governor'>,
  { kind, searchId }: Pick<PlanCall, 'kind' | 'searchId'>,
  priced: PlannedCall,
): boolean {
  if (kind === 'contacts') return priced.endpoint !== 'contacts' || !hasContacts(parts, priced.companyId);
  if (kind === 'profile') return priced.endpoint !== 'company' || !isProfileNew(parts, priced.companyId);
  if (kind === 'update') return priced.endpoint !== 'company' || isProfileOld(parts, priced.companyId);
  if (kind === 'rounds')
    return (
      priced.endpoint !== 'rounds' || companiesMissingRounds(parts.files.cache, [priced.companyId]).length > 0
    );
  if (kind !== 'older') return true;
  const question = questionOf(priced);
  return question !== null && searchId !== null && areDaysOpen(parts, searchId, question);
}

type NeededParts = Pick<PlanParts, 'files' | 'governor'>;

function hasContacts({ files }: NeededParts, companyId: string): boolean {
  const [facts] = planFactsOf(files.cache, [companyId]);
  return facts !== undefined && contactsFetchedAtMs(facts.announcedOn, facts.contacts) !== null;
}

/**
 * Returns whether the profile was fetched within the last `PLAN_MAX_MS`, and therefore possibly after the
 * plan was approved.
 */
function isProfileNew({ files, governor }: NeededParts, companyId: string): boolean {
  const atMs = planFactsOf(files.cache, [companyId])[0]?.profileAtMs ?? null;
  return atMs !== null && governor.serverNowMs() - atMs < PLAN_MAX_MS;
}
