import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { amountSchema, companyIdSchema, libraryRowSchema } from './company.ts';
import { fitRangeSchema } from './library.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { markNameSchema } from './user-data.ts';
import { secretPlaceSchema, secretStateSchema } from './workspace.ts';
import { countSchema as count } from './atoms.ts';

/* Signals: webhook events (spec §6), pasted events and new rows of saved searches. */

const word = z.string().max(200);

/** Id of a signal: `e` and a number for a stored event, or `n` and the id from `savedSearches.newRows`. */
export const signalIdSchema = z.string().min(2).max(500);

const signalSourceSchema = z.enum(['webhook', 'paste', 'search']);

/** The rule by which two deliveries are considered the same event (spec §6.3). */
export const keyRuleSchema = z.enum([
  'trigger-id',
  'masked-name',
  'only-unknown-name',
  'funding-id',
  'hash',
  'body',
]);
export type KeyRule = z.infer<typeof keyRuleSchema>;

export const signalFiltersSchema = z.strictObject({
  /** Search text. Each word must be a prefix of a word in the company's name, country or industry. */
  text: z.string().max(200).default(''),
  /** `event`: webhook and pasted events; `search`: new rows of saved searches. */
  from: z.enum(['event', 'search']).nullable().default(null),
  unseen: z.boolean().default(false),
  /**
   * Minimum ICP match in percent; events without a score are then excluded. `none` selects only events
   * without a score.
   */
  icp: z
    .union([z.int().min(0).max(100), z.literal('none')])
    .nullable()
    .default(null),
  fit: fitRangeSchema.nullable().default(null),
});
export type SignalFilters = z.infer<typeof signalFiltersSchema>;

/**
 * Sort orders of the signals. `name` is alphabetical. In the other orders, the newest signal or the largest
 * number comes first. `amount` groups signals by currency. Unknown values come last.
 */
export const signalSortSchema = z.enum(['received', 'fit', 'icp', 'amount', 'name']);
export type SignalSort = z.infer<typeof signalSortSchema>;

export const signalRowSchema = z.strictObject({
  id: signalIdSchema,
  /**
   * The sources of the signal. If there is an event, its source comes first. `search` means that a saved
   * search has a new row.
   */
  sources: z.array(signalSourceSchema).min(1).max(3),
  /** Names of the saved searches in which the row is new. */
  searches: z.array(markNameSchema).max(5),
  companyId: companyIdSchema.nullable(),
  /** The company's name in the event; null if the event does not name a company. */
  name: z.string().max(500).nullable(),
  countryName: word.nullable(),
  industry: word.nullable(),
  /**
   * The company in the library; null if the event does not name a company or the library does not contain it.
   */
  company: libraryRowSchema.nullable(),
  /** The event name as received; only `trigger_published` is documented. Null for a search row. */
  event: word.nullable(),
  known: z.boolean(),
  type: word.nullable(),
  /** Stage of the round in the event. */
  stage: z.string().max(100).nullable(),
  amount: amountSchema.nullable(),
  announcedOn: z.string().max(10).nullable(),
  /** ICP match in percent; null if the event has no score, which is not the same as 0 (spec §6.1). */
  icpMatch: z.number().min(0).max(100).nullable(),
  /** Time at which the event was received or the row was first fetched, in server time. */
  atMs: timeMsSchema,
  /** The sending time stated in the event; null if it is within a day of `atMs`. */
  oddSentAtMs: timeMsSchema.nullable(),
  /**
   * Whether the event was probably sent with "Test endpoint" in the dashboard. This is only a label; the
   * event is stored like any other.
   */
  sample: z.boolean(),
  seen: z.boolean(),
  /** The status set in the dashboard. It is independent of the status in the app. */
  trackingStatus: word.nullable(),
  hasDashboardNote: z.boolean(),
});
export type SignalRow = z.infer<typeof signalRowSchema>;

export const signalDetailSchema = z.strictObject({
  row: signalRowSchema,
  subtype: word.nullable(),
  publishedAtMs: timeMsSchema.nullable(),
  sentAtMs: timeMsSchema.nullable(),
  /** The user's note in the dashboard. The app cannot change it. */
  userNote: z.string().max(20_000).nullable(),
  /** All of the company's active triggers (spec §6.3). */
  triggers: z
    .array(
      z.strictObject({
        type: word.nullable(),
        subtype: word.nullable(),
        publishedAtMs: timeMsSchema.nullable(),
      }),
    )
    .max(LIST_LIMIT_MAX),
  keyRule: keyRuleSchema.nullable(),
  /** Number of times the event was delivered; 0 for a search row. */
  deliveries: count,
  /**
   * The names of the event's fields, which the app shows if the event does not name a company; otherwise
   * empty.
   */
  fields: z.array(z.string().max(100)).max(LIST_LIMIT_MAX),
  /**
   * Whether the event has more fields that cannot be read now, because they are encrypted and contacts are
   * locked.
   */
  areFieldsLocked: z.boolean(),
});
export type SignalDetail = z.infer<typeof signalDetailSchema>;

const RECEIVER_STATES = ['off', 'listening', 'port-taken', 'no-key', 'key-locked', 'failed'] as const;
const receiverStateSchema = z.enum(RECEIVER_STATES);
export type ReceiverState = z.infer<typeof receiverStateSchema>;

/**
 * Reasons why the receiver rejects a delivery. The sender treats a rejected delivery as failed (spec §6.2).
 */
const refusalSchema = z.enum([
  'path',
  'host',
  'origin',
  'method',
  'too-many',
  'no-key',
  'wrong-key',
  'type',
  'too-large',
  'not-json',
  'too-deep',
  'slow',
  'too-much',
  'no-room',
  'not-stored',
]);
export type Refusal = z.infer<typeof refusalSchema>;

export const portSchema = z.int().min(1_024).max(65_535);
/** A host name with an optional port, but without a scheme or path. */
export const tunnelHostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(260)
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?(?::\d{1,5})?$/, 'a host name such as hooks.example.com');
/** A string of visible ASCII characters without spaces, as required in an Authorization header. */
export const webhookKeySchema = z
  .string()
  .trim()
  .min(8)
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'at least eight visible characters without spaces');

const spanSchema = z.strictObject({ fromMs: timeMsSchema, toMs: timeMsSchema });

/**
 * An unusually long time without a delivery. It is the receiver's only sign that the tunnel may have stopped.
 */
const silenceSchema = z.strictObject({
  /** Time in ms since the last delivery, excluding the time during which the receiver was not listening. */
  listenedMs: z.number().min(0),
  /** Time in ms since the last delivery. */
  elapsedMs: z.number().min(0),
  /** Median time in ms between earlier deliveries. */
  usualGapMs: z.number().min(0),
});
export type Silence = z.infer<typeof silenceSchema>;

export const receiverSchema = z.strictObject({
  state: receiverStateSchema,
  /** Whether the user has turned the receiver on. Remains true if the receiver cannot listen. */
  enabled: z.boolean(),
  /** This computer's time at which a paused receiver resumes automatically; null if it does not. */
  resumesAtMs: timeMsSchema.nullable(),
  port: portSchema,
  /** `/hook/` followed by 128 random bits. */
  path: z.string().max(60),
  /** The URL to which the user's tunnel must forward, such as `http://127.0.0.1:47821`. */
  localUrl: z.string().max(60),
  tunnelHost: z.string().max(260).nullable(),
  /** The URL to enter in the dashboard; null if `tunnelHost` is null. */
  publicUrl: z.string().max(400).nullable(),
  key: z.strictObject({
    state: secretStateSchema,
    place: secretPlaceSchema.nullable(),
    setAtMs: timeMsSchema.nullable(),
    /**
     * Whether the previous key is still valid. It becomes invalid when the new key is first used, or when the
     * user ends the rotation.
     */
    rotating: z.boolean(),
  }),
  listeningSinceMs: timeMsSchema.nullable(),
  /** Server time of the last accepted delivery through the tunnel; null if there was none. */
  lastReceivedAtMs: timeMsSchema.nullable(),
  /**
   * Server time of the last accepted delivery that came from this computer, not through the tunnel; null if
   * there has been none since the workspace was opened. Such a delivery does not prove that the tunnel works.
   */
  lastLocalAtMs: timeMsSchema.nullable(),
  /**
   * Time in ms from the first byte of the last delivery to the receiver's response; null if there has been
   * none since the workspace was opened.
   */
  lastAnswerMs: z.number().min(0).nullable(),
  /** Whether a delivery through the tunnel has been accepted since the key, address or path last changed. */
  receivedSinceChange: z.boolean(),
  changedAtMs: timeMsSchema.nullable(),
  /** Number of deliveries rejected since the workspace was opened. */
  refused: count,
  lastRefusal: z.strictObject({ why: refusalSchema, atMs: timeMsSchema }).nullable(),
  /** Counts for the current month, in server time. */
  month: z.strictObject({ events: count, scored: count, unscored: count, duplicates: count }),
  /**
   * Periods in which the receiver was not listening, newest first. Events missed in such a gap are not sent
   * again (spec §6.2).
   */
  gaps: z.array(spanSchema).max(10),
  /** Set if the receiver is listening but has had no delivery for an unusually long time; otherwise null. */
  silence: silenceSchema.nullable(),
});
export type Receiver = z.infer<typeof receiverSchema>;

/** Reasons why pasted text is not an event. */
export const pasteProblemSchema = z.enum(['not-json', 'not-object', 'too-deep', 'no-company']);
export type PasteProblem = z.infer<typeof pasteProblemSchema>;
