import type { Cost, Screen } from '../../../shared/model/budget.ts';
import type { CallContext, FetchedResponse } from '../service-api/governed-request.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';

/** A request made by the user at the price shown on the screen. */
export const byHand = (accepted: Cost, screen: Screen, reason = 'You'): CallContext => ({
  accepted,
  screen,
  reason,
  lane: 'interactive',
});

/**
 * Every priced request runs through here: it checks for disk space first, records the service's availability
 * and saves the demo's state.
 */
export async function pricedRequest<T>(
  workspace: OpenWorkspace,
  work: () => Promise<FetchedResponse<T>>,
): Promise<FetchedResponse<T>> {
  workspace.requireRoom();
  try {
    return await workspace.connection.watch(work);
  } finally {
    workspace.saveDemo();
  }
}
