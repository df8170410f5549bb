import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { call, push } from './kit.ts';
import { timeMsSchema } from '../model/budget.ts';
import { currencyGroupsSchema, fitCountsSchema } from '../model/library.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import {
  pasteProblemSchema,
  portSchema,
  receiverSchema,
  signalDetailSchema,
  signalFiltersSchema,
  signalIdSchema,
  signalRowSchema,
  signalSortSchema,
  tunnelHostSchema,
  webhookKeySchema,
} from '../model/signal.ts';
import { triageMarksSchema } from '../model/triage.ts';
import { undoSchema } from '../model/user-data.ts';
import { secretPlaceSchema } from '../model/workspace.ts';
import { nothing, position } from './atoms.ts';
import { countSchema as count } from '../model/atoms.ts';

const queryId = z.string().max(60);
/**
 * By default, a row of a saved search leaves the stream when it is marked as seen. If `seenSinceMs` is set,
 * rows that were marked at or after this server time stay in the stream as seen signals. Pass the `atMs` of
 * `markSeen`.
 */
const seenSinceMs = timeMsSchema.nullable().default(null);

/**
 * All signals in one stream: webhook events, pasted events and new rows of saved searches (spec §6). None of
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
      /** Server time of the last accepted event that came through the tunnel; null if there was none. */
      lastReceivedAtMs: timeMsSchema.nullable(),
    }),
  ),
  /**
   * Opens a list of the filtered signals in the given order. At most 20 lists are open at a time; opening
   * another closes the oldest.
   */
  open: call(
    z.strictObject({
      filters: signalFiltersSchema.prefault({}),
      sort: signalSortSchema.default('received'),
      /**
       * If set, the reply also contains a page of rows starting at this position, and the triage marks of
       * their companies.
       */
      rowsFrom: position.offset.nullable().default(null),
      seenSinceMs,
    }),
  ).returns(
    z.strictObject({
      queryId,
      total: count,
      /** Number of signals, ignoring the filters. */
      allTotal: count,
      unseen: count,
      /**
       * Number of rows at the start of the list that were received today, in the user's time zone. 0 unless
       * the list is sorted by the time received.
       */
      today: count,
      currencies: currencyGroupsSchema.optional(),
      /**
       * Number of signals in each fit range, ignoring the fit filter. Absent if no market is set, or while
       * the fits are still being computed.
       */
      fits: fitCountsSchema.optional(),
      /**
       * `rows` and `marks` are present only if the request set `rowsFrom` and the core supports `rowsFrom`.
       */
      rows: z.array(signalRowSchema).max(LIST_LIMIT_MAX).optional(),
      marks: triageMarksSchema.optional(),
    }),
  ),
  /** @throws AppFailure `not-found` (`query`) */
  rows: call(z.strictObject({ queryId, ...position })).returns(
    z.strictObject({ rows: z.array(signalRowSchema).max(LIST_LIMIT_MAX) }),
  ),
  /** @throws AppFailure `not-found` (`signal`) */
  get: call(z.strictObject({ id: signalIdSchema, seenSinceMs })).returns(signalDetailSchema),
  /**
   * Marks these signals as seen; null means all signals. Returns the server time of the mark as `atMs`.
   * `marks.undo` can undo this in one step.
   */
  markSeen: call(
    z.strictObject({ ids: z.array(signalIdSchema).min(1).max(LIST_LIMIT_MAX).nullable() }),
  ).returns(z.strictObject({ undo: undoSchema, marked: count, atMs: timeMsSchema })),
  /**
   * Removes a webhook event from the stream. If its company is known only from removed events and has no user
   * data, the company is removed from the library too. `marks.undo` can undo this in one step.
   * @throws AppFailure `not-found` (`signal`)
   */
  remove: call(z.strictObject({ id: signalIdSchema })).returns(z.strictObject({ undo: undoSchema })),
  /**
   * Adds a pasted event as if it had been delivered. Free. If the text is not a valid event, the reply
   * describes the problem; no error is thrown.
   */
  paste: call(z.strictObject({ text: z.string().min(1).max(262_144) })).returns(
    z.discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.enum(['added', 'known']), id: signalIdSchema }),
      z.strictObject({
        outcome: z.literal('refused'),
        why: pasteProblemSchema,
        /** The line where the text stops being valid JSON. */
        line: z.int().min(1).nullable(),
      }),
    ]),
  ),
  receiver: call(nothing).returns(receiverSchema),
  /** Starts or stops the receiver. If it cannot listen, the returned state contains the reason. */
  setEnabled: call(
    z.strictObject({
      enabled: z.boolean(),
      /**
       * If set, a stopped receiver starts again after this time, even if the app has been restarted in the
       * meantime.
       */
      pauseMs: z
        .int()
        .min(MINUTE_MS)
        .max(2 * DAY_MS)
        .nullable()
        .default(null),
    }),
  ).returns(receiverSchema),
  /** Changes the port and the tunnel host without a restart. Deliveries in progress are completed first. */
  setAddress: call(z.strictObject({ port: portSchema, tunnelHost: tunnelHostSchema.nullable() })).returns(
    receiverSchema,
  ),
  /** Creates a new random path. Deliveries to the old path are then rejected. */
  newPath: call(nothing).returns(receiverSchema),
  /**
   * Creates a key for the user to paste into the dashboard. No other function returns the key. The previous
   * key remains valid until the new key is first used.
   * @throws AppFailure `unsupported` (`keychain`), `unauthorized` (`key-locked`)
   */
  makeKey: call(z.strictObject({ place: secretPlaceSchema })).returns(
    z.strictObject({ key: webhookKeySchema, receiver: receiverSchema }),
  ),
  /**
   * Stores a key that has already been entered in the dashboard.
   * @throws AppFailure for the same reasons as `makeKey`
   */
  setKey: call(z.strictObject({ key: webhookKeySchema, place: secretPlaceSchema })).returns(receiverSchema),
  /** Invalidates the previous key immediately, even if the new key has not been used yet. */
  endRotation: call(nothing).returns(receiverSchema),
  /**
   * Deletes the key. All deliveries are then rejected.
   * @throws AppFailure `unauthorized` (`key-locked`)
   */
  clearKey: call(nothing).returns(receiverSchema),
  /**
   * Only for the demo: creates a webhook key for the demo, enables the receiver and connects the simulated
   * dashboard. The dashboard sends a test event immediately, and further events as the demo's clock advances.
   * @throws AppFailure `not-found` (`workspace`) if this is not the demo
   */
  connectDemo: call(nothing).returns(receiverSchema),
  /** Reads the keychain and tries to listen on the port again. */
  retry: call(nothing).returns(receiverSchema),
  /** Signals were added or changed. */
  onChanged: push(nothing),
  /** The receiver's state, last delivery or counts have changed. */
  onReceiver: push(nothing),
};
