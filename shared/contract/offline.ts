import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { costSchema, previewSchema, receiptSchema, screenSchema, timeMsSchema } from '../model/budget.ts';
import { NAME_MAX } from '../model/company.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import { offlineAskSchema } from '../model/offline.ts';
import { call, push } from './kit.ts';

/**
 * `dearer`: its price rose above what was accepted. `refused`: the service, a budget or an allowance refused it. `unknown`: it was
 * cut off and may have been charged. All three wait for the seller's word; only `waiting` goes by itself.
 */
export const offlineStateSchema = z.enum(['waiting', 'running', 'dearer', 'refused', 'unknown', 'done']);
export type OfflineState = z.infer<typeof offlineStateSchema>;

export const offlineCallIdSchema = z.string().regex(/^\d{1,15}$/);
export const offlineCallSchema = z.strictObject({
  id: offlineCallIdSchema,
  ask: offlineAskSchema,
  /** The company, or the saved search; empty for a search of no name. */
  about: z.string().max(NAME_MAX),
  screen: screenSchema,
  /** The price that was shown when it was asked for, or accepted since: never more is reserved. */
  accepted: costSchema,
  /** What it would take now; null where it cannot be asked any more. */
  now: previewSchema.nullable(),
  state: offlineStateSchema,
  /** Why it was refused. */
  error: appErrorSchema.nullable(),
  /** Of a call that is done. */
  receipt: receiptSchema.nullable(),
  askedAtMs: timeMsSchema,
});
export type OfflineCall = z.infer<typeof offlineCallSchema>;

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
