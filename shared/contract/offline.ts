import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { assistantNameSchema } from '../model/assistants/assistants.ts';
import { costSchema, previewSchema, receiptSchema, screenSchema, timeMsSchema } from '../model/budget.ts';
import { NAME_MAX } from '../model/company.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import { offlineRequestSchema } from '../model/offline.ts';
import { call, push } from './kit.ts';
import { nothing } from './atoms.ts';
import { rowIdSchema } from '../model/atoms.ts';

/**
 * State of a queued request. `dearer`: the price has risen above the accepted price. `refused`: the service
 * refused the request, or the app refused it because a budget or spending cap would be exceeded. `unknown`:
 * the response was lost, so the service may have charged the request. A request in one of these three states
 * is sent again only if the user approves. Only `waiting` requests are sent automatically.
 */
const offlineStateSchema = z.enum(['waiting', 'running', 'dearer', 'refused', 'unknown', 'done']);
export type OfflineState = z.infer<typeof offlineStateSchema>;

const offlineCallIdSchema = rowIdSchema;
const offlineCallSchema = z.strictObject({
  id: offlineCallIdSchema,
  ask: offlineRequestSchema,
  /** Name of the company or saved search; empty for an unnamed search. */
  about: z.string().max(NAME_MAX),
  screen: screenSchema,
  /** The price that the user last accepted. The request reserves at most this amount. */
  accepted: costSchema,
  /** The current price; null if the request is done or can no longer be sent. */
  now: previewSchema.nullable(),
  state: offlineStateSchema,
  /** Why the request was refused. */
  error: appErrorSchema.nullable(),
  /** Set when the request is done. */
  receipt: receiptSchema.nullable(),
  requestedAtMs: timeMsSchema,
  /** Name of the assistant that proposed the request; null if the user made it. */
  assistant: assistantNameSchema.nullable(),
});
export type OfflineCall = z.infer<typeof offlineCallSchema>;

const id = offlineCallIdSchema;

/**
 * Requests that the user made while offline. They survive a restart. When the network is back, the app sends
 * them one at a time, within their accepted prices, the budgets and the spending caps. No request is sent a
 * second time without the user's approval.
 */
export const offlineContract = {
  /**
   * Returns the requests in the order in which they will be sent, followed by the finished ones. A request
   * that an assistant proposed is included only while it waits for the network or the key, or needs the
   * user's decision; `proposals.list` shows its result.
   */
  list: call(nothing).returns(
    // The queue is usually empty, so the schema of its entries is created only when it is needed.
    z.strictObject({ calls: z.array(z.lazy(() => offlineCallSchema)).max(LIST_LIMIT_MAX) }),
  ),
  /**
   * Queues a request. If an equal request is already queued, only updates the price accepted for it.
   * @throws AppFailure `validation` if 40 requests are queued; `not-found` (`saved-search`)
   */
  add: call(
    z.strictObject({ ask: offlineRequestSchema, accepted: costSchema, screen: screenSchema }),
  ).returns(z.strictObject({ id })),
  /**
   * Accepts the current price of a queued request, so the request can be sent.
   *
   * @throws AppFailure `not-found` (`queued-request`)
   */
  accept: call(z.strictObject({ id, accepted: costSchema })).returns(nothing),
  /**
   * Removes a request from the queue. `cancelled` is false if the request is running or is not in the queue.
   */
  cancel: call(z.strictObject({ id })).returns(z.strictObject({ cancelled: z.boolean() })),
  /** Starts sending the waiting requests. Call it when the network may be back. Does not wait for results. */
  tryNow: call(nothing).returns(nothing),
  onChanged: push(nothing),
  /** A queued request succeeded. */
  onDone: push(
    z.strictObject({
      id,
      ask: offlineRequestSchema,
      receipt: receiptSchema,
      /** Name of the assistant that proposed the request; null if the user made it. */
      assistant: assistantNameSchema.nullable(),
    }),
  ),
};
