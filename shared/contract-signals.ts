import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { timeMsSchema } from './model/budget.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
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
} from './model/signal.ts';
import { triageMarksSchema } from './model/triage.ts';
import { undoSchema } from './model/words.ts';
import { secretPlaceSchema } from './model/workspace.ts';

const nothing = z.strictObject({});
const count = z.int().min(0);
const queryId = z.string().max(60);
const position = { offset: z.int().min(0).max(10_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };

/**
 * What was heard of companies without asking [§6]: events of the webhook, pasted ones, and news of saved searches, in one
 * stream. Nothing here calls the service.
 */
export const signalsContract = {
  /** Figures for Today and the rail, without a list. */
  summary: call(nothing).returns(
    z.strictObject({
      /** Events and rows of searches that were not seen. */
      unseen: count,
      unseenEvents: count,
      total: count,
      /** When an event was last accepted, server time; null: never. */
      lastHeardAtMs: timeMsSchema.nullable(),
    }),
  ),
  /** Opens the stream by position, newest first; at most 20 stay open, the oldest is forgotten. */
  open: call(
    z.strictObject({
      filters: signalFiltersSchema.prefault({}),
      /** Answers the rows from this position on too, a page of them, and what was put away of their companies. */
      rowsFrom: position.offset.nullable().default(null),
    }),
  ).returns(
    z.strictObject({
      queryId,
      total: count,
      /** Without the filters. */
      allTotal: count,
      unseen: count,
      /** Rows from the top that came since the start of the seller's day. */
      today: count,
      /** Both only where `rowsFrom` asked for them; a core that answers none leaves them out. */
      rows: z.array(signalRowSchema).max(LIST_LIMIT_MAX).optional(),
      marks: triageMarksSchema.optional(),
    }),
  ),
  /** Throws not-found query. */
  rows: call(z.strictObject({ queryId, ...position })).returns(
    z.strictObject({ rows: z.array(signalRowSchema).max(LIST_LIMIT_MAX) }),
  ),
  /** Throws not-found signal. */
  get: call(z.strictObject({ id: signalIdSchema })).returns(signalDetailSchema),
  /** `null` marks everything that is there. One step of undo, taken back by `marks.undo`. */
  markSeen: call(
    z.strictObject({ ids: z.array(signalIdSchema).min(1).max(LIST_LIMIT_MAX).nullable() }),
  ).returns(z.strictObject({ undo: undoSchema, marked: count })),
  /** Adds an event that the seller pasted, as if it had been delivered. Free. A problem is told, not thrown. */
  paste: call(z.strictObject({ text: z.string().min(1).max(262_144) })).returns(
    z.discriminatedUnion('outcome', [
      z.strictObject({ outcome: z.enum(['added', 'known']), id: signalIdSchema }),
      z.strictObject({
        outcome: z.literal('refused'),
        why: pasteProblemSchema,
        /** Where the text stops being JSON. */
        line: z.int().min(1).nullable(),
      }),
    ]),
  ),
  receiver: call(nothing).returns(receiverSchema),
  /** Starts or stops listening; what keeps it from listening is told by its state. */
  setEnabled: call(z.strictObject({ enabled: z.boolean() })).returns(receiverSchema),
  /** Takes effect at once, without a restart; deliveries that are under way are finished. */
  setAddress: call(z.strictObject({ port: portSchema, tunnelHost: tunnelHostSchema.nullable() })).returns(
    receiverSchema,
  ),
  /** A new random path; whatever still knows the old one is turned away. */
  newPath: call(nothing).returns(receiverSchema),
  /**
   * Makes a key and answers it, this once, so that it can be pasted into the dashboard; it is never read again. The key
   * before it is taken as well until the new one is heard. Throws unsupported keychain, unauthorized key-locked.
   */
  makeKey: call(z.strictObject({ place: secretPlaceSchema })).returns(
    z.strictObject({ key: webhookKeySchema, receiver: receiverSchema }),
  ),
  /** The key that the dashboard has already. Throws as `makeKey`. */
  setKey: call(z.strictObject({ key: webhookKeySchema, place: secretPlaceSchema })).returns(receiverSchema),
  /** The key before this one is not taken any more. */
  endRotation: call(nothing).returns(receiverSchema),
  /** Without a key nothing is taken. Throws unauthorized key-locked. */
  clearKey: call(nothing).returns(receiverSchema),
  /**
   * In the demo: switches the receiver on under a key of its own and tells the simulated dashboard, which sends a test event
   * at once and others as time is moved. Throws not-found workspace outside the demo.
   */
  connectDemo: call(nothing).returns(receiverSchema),
  /** Asks the keychain again, and tries the port again. */
  retry: call(nothing).returns(receiverSchema),
  /** The stream changed. */
  onChanged: push(nothing),
  /** The receiver's state, its last delivery or its figures changed. */
  onReceiver: push(nothing),
};
