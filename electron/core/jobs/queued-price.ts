import { questionOf } from '../../../shared/list-query.ts';
import type { Preview, Screen } from '../../../shared/model/budget.ts';
import { findGap, priceOfPages } from '../day-plan/find-gap.ts';
import { planPartsOf, type PlanSources } from '../day-plan/workspace-plan-inputs.ts';
import { queuedCall, type QueuedRequest } from '../fetching/queued-request.ts';
import { priceOfSearch } from '../search-coverage/search-price.ts';
import { describeCall } from '../service-api/endpoints.ts';

export type QueuePriceParts = PlanSources;

/** Returns the current price of a request, or null if the request can no longer be sent. */
export function priceOfQueued(
  parts: QueuePriceParts,
  { ask, screen }: Pick<QueuedRequest, 'ask' | 'screen'>,
): Preview | null {
  const { files, governor, hints } = parts;
  try {
    if (ask.kind === 'catch-up') return priceOfGap(parts, screen);
    const call = queuedCall(files.yours, ask, governor.serverNowMs());
    if (call === null) return null;
    const question = questionOf(call);
    return question === null
      ? governor.preview(describeCall(call, hints), screen)
      : priceOfSearch(question, { cache: files.cache, governor, hints, screen });
  } catch {
    // The request contains an invalid id or query.
    return null;
  }
}

/** Returns the price of catching up, or null if there is no longer a gap. */
function priceOfGap(sources: QueuePriceParts, screen: Screen): Preview | null {
  const parts = planPartsOf(sources);
  const gap = findGap(parts);
  return gap === null ? null : priceOfPages(parts, gap, screen);
}
