import type { Preview } from '../../../../shared/model/budget.ts';
import type { WhyNow } from '../../../../shared/model/why-now.ts';
import type { Company } from '../company.svelte.ts';

/** The request that may add a hiring fact to the why-now line. */
export interface HiringOffer {
  readonly preview: Preview | null;
  readonly busy: boolean;
  readonly run: () => void;
}

/**
 * Returns the request for a company's open roles, if its why-now line contains only a round and the roles may
 * add a fact about hiring. Null if roles have already been fetched, if the service reported that there are
 * none, or while the page offers only the profile.
 */
export function hiringOffer(
  company: {
    readonly whyNow: Pick<WhyNow, 'round' | 'hiring'> | null;
    readonly offersProfileOnly: boolean;
    readonly panels: Pick<Company['panels'], 'roles' | 'of'>;
  },
  run: () => void,
): HiringOffer | null {
  const { whyNow, panels, offersProfileOnly } = company;
  if (whyNow === null || whyNow.round === null || whyNow.hiring !== null || offersProfileOnly) return null;
  const { roles } = panels;
  const isUnfetched = roles?.state === 'never-fetched' || (roles?.state === 'summary' && roles.total > 0);
  const { preview, busy } = panels.of['open-roles'].price;
  return isUnfetched ? { preview, busy, run } : null;
}
