import { z } from 'zod';
import { countSchema as count, rowIdSchema } from '../atoms.ts';
import { timeMsSchema } from '../budget.ts';
import { companyIdSchema } from '../company.ts';
import {
  ASSISTANT_ABOUT_CHARS_MAX,
  ASSISTANT_ANSWERED_RESULTS,
  ASSISTANT_CAPS_MAX,
  ASSISTANT_CLIENTS_MAX,
  ASSISTANT_NAME_CHARS_MAX,
  ASSISTANT_PERMISSIONS,
  ASSISTANT_PLACES,
} from './assistant-limits.ts';

/* Programs on this computer that read the library and propose requests (ADR 107). */

/**
 * `open`: waits for the user. `running`: approved and being fetched. `unknown`: sent, but the answer was lost; it
 * counts as spent and is not sent again. `withdrawn`: its client was revoked before the user decided.
 */
export const proposalStateSchema = z.enum([
  'open',
  'running',
  'done',
  'unknown',
  'failed',
  'declined',
  'withdrawn',
  'expired',
]);
export type ProposalState = z.infer<typeof proposalStateSchema>;

export const assistantClientIdSchema = z.string().regex(/^[0-9a-f]{16}$/);
export const assistantNameSchema = z.string().trim().min(1).max(ASSISTANT_NAME_CHARS_MAX);
export const assistantPlaceSchema = z.enum(ASSISTANT_PLACES);
export type AssistantPlace = z.infer<typeof assistantPlaceSchema>;
export const assistantPermissionsSchema = z
  .array(z.enum(ASSISTANT_PERMISSIONS))
  .max(ASSISTANT_PERMISSIONS.length);

/** The number of distinct items of each kind that clients have received. */
const handedOutSchema = z.strictObject({
  companies: count,
  notes: count,
  tasks: count,
  /** Contact log entries. */
  logEntries: count,
  contacts: count,
});
export type HandedOut = z.infer<typeof handedOutSchema>;

const assistantClientSchema = z.strictObject({
  id: assistantClientIdSchema,
  name: assistantNameSchema,
  place: assistantPlaceSchema,
  permissions: assistantPermissionsSchema,
  addedAtMs: timeMsSchema,
  lastCallAtMs: timeMsSchema.nullable(),
  /** Whether the client has sent a request within the last minute and has not closed its session since. */
  isConnected: z.boolean(),
  /** The data that this client has received since the start of the user's day. */
  today: handedOutSchema,
});
export type AssistantClient = z.infer<typeof assistantClientSchema>;

/** A client that the user has revoked. It can no longer connect. */
const revokedAssistantSchema = z.strictObject({
  id: assistantClientIdSchema,
  name: assistantNameSchema,
  place: assistantPlaceSchema,
  revokedAtMs: timeMsSchema,
  today: handedOutSchema,
});

const capSchema = z.strictObject({
  /** The user's limit, at most `max`. */
  limit: count,
  max: count,
  /** How many distinct companies all clients together have received within the period. */
  used: count,
  /** The time at which another new company can be read; null while the limit is not reached. */
  freeAtMs: timeMsSchema.nullable(),
});

export const assistantCapsSchema = z.strictObject({
  hour: z.int().min(1).max(ASSISTANT_CAPS_MAX.hour),
  day: z.int().min(1).max(ASSISTANT_CAPS_MAX.day),
  days30: z.int().min(1).max(ASSISTANT_CAPS_MAX.days30),
});
export type AssistantCaps = z.infer<typeof assistantCapsSchema>;

/**
 * `unavailable`: this shell has no assistant interface. `port-taken`: another program uses the port; the app
 * tries again every few seconds.
 */
const assistantStateSchema = z.enum(['off', 'listening', 'port-taken', 'failed', 'unavailable']);

export const assistantStatusSchema = z.strictObject({
  state: assistantStateSchema,
  isOn: z.boolean(),
  /** Whether the user has paused all clients. Their calls are then refused. */
  isPaused: z.boolean(),
  address: z.string().max(60),
  clients: z.array(assistantClientSchema).max(ASSISTANT_CLIENTS_MAX),
  /**
   * The revoked clients that received data since the start of the user's day, most recently revoked first.
   */
  revoked: z.array(revokedAssistantSchema).max(ASSISTANT_CLIENTS_MAX),
  caps: z.strictObject({ hour: capSchema, day: capSchema, days30: capSchema }),
});
export type AssistantStatus = z.infer<typeof assistantStatusSchema>;

/** A program whose configuration the app can write. `claude-desktop` starts the bridge. */
const assistantProgramSchema = z.enum(['vs-code', 'cursor', 'claude-desktop']);
export type AssistantProgram = z.infer<typeof assistantProgramSchema>;

/** The key of a new client. The app stores only the key's SHA-256, so the key is shown only once. */
export const addedAssistantSchema = z.strictObject({
  id: assistantClientIdSchema,
  key: z.string().max(60),
  address: z.string().max(60),
  /** The configuration of each program as JSON, including the key. */
  setups: z
    .array(z.strictObject({ program: assistantProgramSchema, text: z.string().max(2_000) }))
    .max(assistantProgramSchema.options.length),
});
export type AddedAssistant = z.infer<typeof addedAssistantSchema>;

/**
 * The result of a call. `over-cap`: a limit on companies was reached. `too-many`: the client called too often.
 * `locked`: contacts are locked. `declined`: the user has declined the proposed request. `too-many-proposals`: the
 * client has too many open proposals. `over-budget`: a limit of the service or of the user does not allow the
 * request.
 */
export const ASSISTANT_RESULTS = [
  ...ASSISTANT_ANSWERED_RESULTS,
  'not-allowed',
  'over-cap',
  'too-many',
  'locked',
  'paused',
  'not-found',
  'invalid',
  'declined',
  'too-many-proposals',
  'over-budget',
  'refused',
  'failed',
] as const;
export const assistantResultSchema = z.enum(ASSISTANT_RESULTS);
export type AssistantResult = z.infer<typeof assistantResultSchema>;

/** What a call added to the user's data. */
export const assistantMadeSchema = z.enum(['note', 'task', 'tag', 'list', 'status', 'draft', 'proposal']);
export type AssistantMade = z.infer<typeof assistantMadeSchema>;

/**
 * Whether a change by a call can be undone. `changed`: the user or another assistant has changed the same data
 * since. `expired`: the change is no longer among the last 100 changes.
 */
const assistantUndoSchema = z.enum(['possible', 'undone', 'changed', 'expired']);

export const assistantLogRowSchema = z.strictObject({
  id: rowIdSchema,
  atMs: timeMsSchema,
  clientId: assistantClientIdSchema,
  clientName: assistantNameSchema,
  /** Name of the tool, resource or prompt, as sent by the client. It may not exist. */
  tool: z.string().max(60),
  /** The company's name or the text of the search; may be empty. */
  about: z.string().max(ASSISTANT_ABOUT_CHARS_MAX),
  companyId: companyIdSchema.nullable(),
  handedOut: handedOutSchema,
  made: assistantMadeSchema.nullable(),
  result: assistantResultSchema,
  /**
   * Null if the call neither made nor queried a proposal, or if the proposal that it made was deleted.
   * `state`: the current state of the proposal or, if `isTold` is set, the state that the call returned to
   * the client. `records`: the records that the request cost; null unless the request was sent.
   */
  proposal: z
    .strictObject({
      state: proposalStateSchema,
      records: count.nullable(),
      isTold: z.literal(true).optional(),
    })
    .nullable(),
  /** Null if the call changed none of the user's data. */
  undo: assistantUndoSchema.nullable(),
});
export type AssistantLogRow = z.infer<typeof assistantLogRowSchema>;
