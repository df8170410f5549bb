import { z } from 'zod';
import { LINK_REFUSALS } from './link-check.ts';
import {
  allowanceScopeSchema,
  alternativeSchema,
  budgetSchema,
  previewSchema,
  timeMsSchema,
} from './model/budget.ts';

/** The files of a workspace, and the backups of `yours.db`. */
export const storageFileSchema = z.enum(['cache', 'yours', 'ledger', 'backup']);
export type StorageFile = z.infer<typeof storageFileSchema>;

/**
 * `restore`: from a backup. `begin-ledger`: start a new ledger whose budgets count as used up until the
 * service reports them.
 */
export const storageRemedySchema = z.enum([
  'free-space',
  'permissions',
  'close-other',
  'update',
  'restore',
  'begin-ledger',
  'try-again',
]);
export type StorageRemedy = z.infer<typeof storageRemedySchema>;

/**
 * Every failure that crosses the contract, as a closed union with the data that the UI needs to act. The renderer
 * maps it to text in one exhaustive switch; any other failure becomes `internal` with a log reference.
 */
export const appErrorSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('validation'),
    issues: z.array(z.strictObject({ path: z.string().max(200), message: z.string().max(500) })).max(20),
  }),
  z.strictObject({
    kind: z.literal('unauthorized'),
    reason: z.enum(['no-key', 'key-locked', 'key-refused', 'plan']),
  }),
  z.strictObject({
    kind: z.literal('quota-exhausted'),
    budget: budgetSchema,
    resetsAtMs: timeMsSchema,
    alternatives: z.array(alternativeSchema).max(7),
    /** Set if the user's own spending cap is used up. */
    allowance: allowanceScopeSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('rate-limited'),
    retryAtMs: timeMsSchema,
    /** The app's own limit on repeating a request that the service answered with a 404. */
    askedAgain: z.literal(true).optional(),
    /** The app's own limit on how many companies' contacts are released per minute. */
    peoplePaced: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('network'),
    reason: z.enum([
      'offline',
      'timeout',
      'connection',
      'tls',
      'aborted',
      'redirect',
      'too-large',
      'not-json',
      /** The service failed several times in a row; nothing was sent, to let it recover. */
      'resting',
    ]),
    /** With `resting`: server time of the next allowed request. */
    retryAtMs: timeMsSchema.optional(),
    /** Set if the request counts as spent although its response is lost. */
    counted: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal('upstream'),
    status: z.int(),
    code: z.string().max(200).nullable(),
    retryable: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('not-found'),
    what: z.enum([
      'company',
      'note',
      'watchlist',
      'workspace',
      'query',
      'service',
      'tag',
      'task',
      'log-entry',
      'person',
      'undo',
      'saved-filter',
      'saved-search',
      'link',
      'template',
      'signal',
    ]),
  }),
  z.strictObject({
    kind: z.literal('not-available'),
    /** `page`: the page does not exist; the previous page was the last one. */
    what: z.enum(['contacts', 'tech-stack', 'highlights', 'news', 'page']),
    hint: z.string().max(1_000).nullable(),
    /**
     * The service returns the same 404 for unknown companies, and this company was never seen (spec §4.4, §4.7).
     */
    ambiguous: z.boolean().optional(),
  }),
  z.strictObject({
    /** The request, or one of several, would now cost more than the accepted price. Nothing was sent. */
    kind: z.literal('price-changed'),
    /** The current price; null if a request is no longer offered. */
    preview: previewSchema.nullable(),
  }),
  // Not strict: conflicts in the offline queue of version 0.1.0 also have `preview: null`.
  z.object({
    kind: z.literal('conflict'),
    reason: z.enum([
      'newer-revision',
      /** The note was written in a workspace that is no longer open. */
      'other-workspace',
      /** A later change touched what the undo would restore. */
      'changed-since',
      'workspace-open-elsewhere',
      'people-locked',
      'people-kept',
      /** Contacts can only be discarded when their key is lost, but these can be read. */
      'people-open',
      /** The key may still exist in a locked or unresponsive keyring, or there never was one. */
      'key-not-lost',
      /** Only contacts under a passphrase can be locked while the app runs. */
      'no-passphrase',
      'name-taken',
      /** Another saved search has the same query. */
      'already-saved',
    ]),
  }),
  z.strictObject({
    kind: z.literal('storage'),
    reason: z.enum(['full', 'read-only', 'damaged', 'busy', 'too-new', 'unavailable']),
    file: storageFileSchema.optional(),
    /** How the user can fix the problem; set if a workspace cannot be opened. */
    remedy: storageRemedySchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('unsupported'),
    capability: z.enum(['real-account', 'keychain', 'http', 'base-url', 'open-link']),
  }),
  /**
   * A URL from the service that the app does not open; it can be copied. `too-long` also applies to an email
   * message.
   */
  z.strictObject({ kind: z.literal('link-refused'), reason: z.enum(LINK_REFUSALS) }),
  z.strictObject({ kind: z.literal('internal'), ref: z.string().max(40) }),
]);
export type AppError = z.infer<typeof appErrorSchema>;
export type AppErrorOf<K extends AppError['kind']> = Extract<AppError, { kind: K }>;
