import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { amountSchema, companyIdSchema, libraryRowSchema } from './company.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { markNameSchema } from './words.ts';
import { secretPlaceSchema, secretStateSchema } from './workspace.ts';

/* What was heard of companies without asking: deliveries of the webhook [§6], pasted events, news of saved searches. */

const word = z.string().max(200);
const count = z.int().min(0);

/** `e12` is an event as it was kept here; `nr1/c1` the row `r1/c1` of a saved search, as `savedSearches.freshRows` names it. */
export const signalIdSchema = z.string().min(2).max(500);

export const signalSourceSchema = z.enum(['webhook', 'paste', 'search']);

/** Which rule found what two deliveries of one event have in common [R-WH-12]. */
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
  /** Words that begin a word of the company's name, country or industry. */
  text: z.string().max(200).default(''),
  /** `event`: heard by the webhook or pasted; `search`: news of a saved search. */
  from: z.enum(['event', 'search']).nullable().default(null),
  unseen: z.boolean().default(false),
  /** ICP match of at least this, percent; whoever has no score is left out. `none`: only those without. */
  icp: z
    .union([z.int().min(0).max(100), z.literal('none')])
    .nullable()
    .default(null),
});
export type SignalFilters = z.infer<typeof signalFiltersSchema>;

export const signalRowSchema = z.strictObject({
  id: signalIdSchema,
  /** Where it was heard of, first the first. */
  sources: z.array(signalSourceSchema).min(1).max(3),
  /** Saved searches in which it is news. */
  searches: z.array(markNameSchema).max(5),
  companyId: companyIdSchema.nullable(),
  /** As the event named it; null where it names no company. */
  name: z.string().max(500).nullable(),
  countryName: word.nullable(),
  industry: word.nullable(),
  /** Null where the event names no company, or nothing is kept of it any more. */
  company: libraryRowSchema.nullable(),
  /** As sent; anything but `trigger_published` is unknown. Null for a row of a search. */
  event: word.nullable(),
  known: z.boolean(),
  type: word.nullable(),
  /** Of the round that it tells of. */
  stage: z.string().max(100).nullable(),
  amount: amountSchema.nullable(),
  announcedOn: z.string().max(10).nullable(),
  /** Percent; null is no score, never 0 [R-WH-3]. */
  icpMatch: z.number().min(0).max(100).nullable(),
  /** Server time, Unix ms: when it was received, or when the row first came. */
  atMs: timeMsSchema,
  /** When it says that it was sent, where that is more than a day off. */
  oddSentAtMs: timeMsSchema.nullable(),
  /** Sent by "Test endpoint", as far as can be told. */
  sample: z.boolean(),
  seen: z.boolean(),
  /** Of the dashboard, not the seller's own. */
  trackingStatus: word.nullable(),
  hasDashboardNote: z.boolean(),
});
export type SignalRow = z.infer<typeof signalRowSchema>;

export const signalDetailSchema = z.strictObject({
  row: signalRowSchema,
  subtype: word.nullable(),
  publishedAtMs: timeMsSchema.nullable(),
  sentAtMs: timeMsSchema.nullable(),
  /** The seller's note in the dashboard, read-only here. */
  userNote: z.string().max(20_000).nullable(),
  /** All active triggers of the company [§6.3]. */
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
  /** How often it was delivered; 0 for a row of a search. */
  deliveries: count,
  /** Of an event that names no company: the names of its fields, which is all that can be told of it. */
  fields: z.array(z.string().max(100)).max(LIST_LIMIT_MAX),
});
export type SignalDetail = z.infer<typeof signalDetailSchema>;

export const RECEIVER_STATES = ['off', 'listening', 'port-taken', 'no-key', 'key-locked', 'failed'] as const;
export const receiverStateSchema = z.enum(RECEIVER_STATES);
export type ReceiverState = z.infer<typeof receiverStateSchema>;

/** Why a delivery was turned away; the sender counts each as failed [§6.2]. */
export const refusalSchema = z.enum([
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
  'not-stored',
]);
export type Refusal = z.infer<typeof refusalSchema>;

export const portSchema = z.int().min(1_024).max(65_535);
/** A host name, with its port where it is not the usual one; no scheme, no path. */
export const tunnelHostSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(260)
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?(?::\d{1,5})?$/, 'a host name such as hooks.example.com');
/** Visible ASCII without spaces: what an Authorization header can carry. */
export const webhookKeySchema = z
  .string()
  .trim()
  .min(8)
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'at least eight visible characters without spaces');

const spanSchema = z.strictObject({ fromMs: timeMsSchema, toMs: timeMsSchema });

export const receiverSchema = z.strictObject({
  state: receiverStateSchema,
  /** What the seller chose, whether or not it can listen now. */
  enabled: z.boolean(),
  port: portSchema,
  /** `/hook/…`: 128 random bits. */
  path: z.string().max(60),
  /** Where the seller's own tunnel has to lead: `http://127.0.0.1:47821`. */
  localUrl: z.string().max(60),
  tunnelHost: z.string().max(260).nullable(),
  /** What the dashboard asks for; null until the tunnel's host is known. */
  publicUrl: z.string().max(400).nullable(),
  key: z.strictObject({
    state: secretStateSchema,
    place: secretPlaceSchema.nullable(),
    setAtMs: timeMsSchema.nullable(),
    /** The key before this one is taken as well, until the new one was heard. */
    rotating: z.boolean(),
  }),
  listeningSinceMs: timeMsSchema.nullable(),
  /** Of an accepted delivery, server time; null: none ever. */
  lastHeardAtMs: timeMsSchema.nullable(),
  /** From the first byte to the answer, ms; of the last delivery since the app was started. */
  lastAnswerMs: z.number().min(0).nullable(),
  /** Whether anything was heard since key, address or path were last changed. */
  heardSinceChange: z.boolean(),
  changedAtMs: timeMsSchema.nullable(),
  /** Since the app was started. */
  refused: count,
  lastRefusal: z.strictObject({ why: refusalSchema, atMs: timeMsSchema }).nullable(),
  /** Of this month, server time. */
  month: z.strictObject({ events: count, scored: count, unscored: count, duplicates: count }),
  /** When it did not listen since it was first switched on, newest first: missed events are not sent again [§6.2]. */
  gaps: z.array(spanSchema).max(10),
});
export type Receiver = z.infer<typeof receiverSchema>;

/** Why a pasted text is no event. */
export const pasteProblemSchema = z.enum(['not-json', 'not-object', 'too-deep', 'no-company']);
export type PasteProblem = z.infer<typeof pasteProblemSchema>;
