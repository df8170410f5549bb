import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { costSchema, receiptSchema, screenSchema } from './model/budget.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import { offlineAskSchema, offlineCallIdSchema, offlineCallSchema } from './model/offline.ts';

const nothing = z.strictObject({});
const id = offlineCallIdSchema;

/**
 * Fetches asked for while offline. They are kept over a restart, tried one after the other once the network is back, and each is
 * made at most once, never above the price that was accepted, and never past an allowance or a budget.
 */
export const offlineContract = {
  /** In the order in which they go; those that are done last. */
  list: call(nothing).returns(z.strictObject({ calls: z.array(offlineCallSchema).max(LIST_LIMIT_MAX) })),
  /**
   * What waits already is not asked twice: it takes the new price. Throws validation where 40 wait; not-found saved-search.
   */
  add: call(z.strictObject({ ask: offlineAskSchema, accepted: costSchema, screen: screenSchema })).returns(
    z.strictObject({ id }),
  ),
  /** The seller's word for one that waits for it, at the price that was shown now. Throws not-found query. */
  accept: call(z.strictObject({ id, accepted: costSchema })).returns(nothing),
  /** Takes one out, or a done one off the list; false where it is under way or there is none. */
  cancel: call(z.strictObject({ id })).returns(z.strictObject({ cancelled: z.boolean() })),
  /** The network may be back: tries now what waits. Replies at once. */
  tryNow: call(nothing).returns(nothing),
  onChanged: push(nothing),
  /** One was made. */
  onDone: push(z.strictObject({ id, receipt: receiptSchema })),
};
