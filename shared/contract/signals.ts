import { z } from 'zod';
import { call, push } from './kit.ts';
import { timeMsSchema } from '../model/budget.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import {
  pasteProblemSchema,
  portSchema,
  receiverSchema,
  signalDetailSchema,
  signalFiltersSchema,
  signalIdSchema,
  signalRowSchema,
  tunnelHostSchema,
  webhookKeySchema,
} from '../model/signal.ts';
import { triageMarksSchema } from '../model/triage.ts';
import { undoSchema } from '../model/user-data.ts';
import { secretPlaceSchema } from '../model/workspace.ts';

const nothing = z.strictObject({});
const count = z.int().min(0);
const queryId = z.string().max(60);
const position = { offset: z.int().min(0).max(10_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };

/**
 * Signals in one stream: webhook events, pasted events and new rows of saved searches (spec §6). None of
 * these functions sends a request to the service.
 */
export const signalsContract = {
  /** Returns the counts for Today and the navigation rail. */
  summary: call(nothing).returns(
    z.strictObject({
      /** Number of unseen events and unseen rows of saved searches. */
      unseen: count,
      unseenEvents: count,
      total: count,
      /** Server time of the last accepted event; null if there was none. */
      lastHeardAtMs: timeMsSchema.nullable(),
    }),
  ),
  /**
   * Opens a list of the filtered signals, newest first. At most 20 lists stay open; opening another closes
   * the oldest.
   */
  open: call(
    z.strictObject({
      filters: signalFiltersSchema.prefault({}),
      /**
       * If set, the reply also contains a page of rows from this position and the triage marks of their
       * companies.
       */
      rowsFrom: position.offset.nullable().default(null),
    }),
  ).returns(
    z.strictObject({
      queryId,
      total: count,
      /** Number of signals regardless of the filters. */
      allTotal: count,
      unseen: count,
      /** Number of signals since the start of the user's day; they are the first rows of the list. */
      today: count,
      /** `rows` and `marks` are present only if `rowsFrom` was set and the core supports it. */
      rows: z.array(signalRowSchema).max(LIST_LIMIT_MAX).optional(),
      marks: triageMarksSchema.optional(),
    }),
  ),
  /** @throws AppFailure not-found query */
  rows: call(z.strictObject({ queryId, ...position })).returns(
    z.strictObject({ rows: z.array(signalRowSchema).max(LIST_LIMIT_MAX) }),
  ),
  /** @throws AppFailure not-found signal */
  get: call(z.strictObject({ id: signalIdSchema })).returns(signalDetailSchema),
  /** Marks these signals as seen, or all if `ids` is null, as one undo step for `marks.undo`. */
  markSeen: call(
    z.strictObject({ ids: z.array(signalIdSchema).min(1).max(LIST_LIMIT_MAX).nullable() }),
  ).returns(z.strictObject({ undo: undoSchema, marked: count })),
  /**
   * Removes a webhook event from the stream, as one undo step for `marks.undo`. Its company stays.
   * @throws AppFailure not-found signal
   */
  remove: call(z.strictObject({ id: signalIdSchema })).returns(z.strictObject({ undo: undoSchema })),
  /**
   * Adds a pasted event as if it had been delivered. Free. A problem with the text is returned, not thrown.
   */
  paste: call(z.strictObject({ text: z.string().min(1).max(262_144) })).returns(
    z.discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.enum(['added', 'known']), id: signalIdSchema }),
      z.strictObject({
        outcome: z.literal('refused'),
        why: pasteProblemSchema,
        /** The line at which the text stops being valid JSON. */
        line: z.int().min(1).nullable(),
      }),
    ]),
  ),
  receiver: call(nothing).returns(receiverSchema),
  /** Starts or stops the receiver. If it cannot listen, the returned state names the reason. */
  setEnabled: call(z.strictObject({ enabled: z.boolean() })).returns(receiverSchema),
  /** Changes the port and the tunnel host without a restart. Deliveries in progress are completed. */
  setAddress: call(z.strictObject({ port: portSchema, tunnelHost: tunnelHostSchema.nullable() })).returns(
    receiverSchema,
  ),
  /** Creates a new random path. Deliveries to the old path are rejected. */
  newPath: call(nothing).returns(receiverSchema),
  /**
   * Creates a key for pasting into the dashboard. No other function returns it. The previous key remains
   * valid until the new one is first used.
   * @throws AppFailure unsupported keychain, unauthorized key-locked
   */
  makeKey: call(z.strictObject({ place: secretPlaceSchema })).returns(
    z.strictObject({ key: webhookKeySchema, receiver: receiverSchema }),
  ),
  /**
   * Stores a key that the dashboard already has.
   * @throws AppFailure the same as `makeKey`
   */
  setKey: call(z.strictObject({ key: webhookKeySchema, place: secretPlaceSchema })).returns(receiverSchema),
  /** Invalidates the previous key immediately, even if the new key has not been used yet. */
  endRotation: call(nothing).returns(receiverSchema),
  /**
   * Deletes the key. Without a key, every delivery is rejected.
   * @throws AppFailure unauthorized key-locked
   */
  clearKey: call(nothing).returns(receiverSchema),
  /**
   * Demo only: enables the receiver with a separate key and connects the simulated dashboard, which sends a
   * test event immediately and further events as the demo's clock advances.
   * @throws AppFailure not-found workspace outside the demo
   */
  connectDemo: call(nothing).returns(receiverSchema),
  /** Reads the keychain again and tries again to listen on the port. */
  retry: call(nothing).returns(receiverSchema),
  /** Signals were added or changed. */
  onChanged: push(nothing),
  /** The receiver's state, last delivery or counts changed. */
  onReceiver: push(nothing),
};
