import type { Cost, Screen } from '../../../shared/model/budget.ts';
import type { CallContext, Fetched } from '../api/exchange.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';

/** A call the seller made by hand, at the price that was on the screen. */
export const byHand = (accepted: Cost, screen: Screen, reason = 'You'): CallContext => ({
  accepted,
  screen,
  reason,
  lane: 'interactive',
});

/**
 * Every priced call goes through here: none is made whose answer the disk has no room for, what its end says of the service
 * is remembered, and the demo keeps its state.
 */
export async function paidCall<T>(
  workspace: OpenWorkspace,
  work: () => Promise<Fetched<T>>,
): Promise<Fetched<T>> {
  workspace.requireRoom();
  try {
    return await workspace.connection.watch(work);
  } finally {
    workspace.saveDemo();
  }
}
