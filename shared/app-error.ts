import { z } from 'zod';
import { LINK_REFUSALS } from './link-check.ts';
import { ARCHIVE_REFUSALS } from './model/archive/archive-values.ts';
import {
  allowanceScopeSchema,
  alternativeSchema,
  budgetSchema,
  previewSchema,
  timeMsSchema,
} from './model/budget.ts';
import { serviceErrorSchema } from './model/service-error.ts';

/** The files of a workspace, and the backups of `yours.db`. */
export const storageFileSchema = z.enum(['cache', 'yours', 'ledger', 'backup']);
export type StorageFile = z.infer<typeof storageFileSchema>;

/**
 * How to fix a file that cannot be opened. `restore`: restore a backup. `begin-ledger`: start a new ledger.
 * In a new ledger, each budget counts as used up until it resets or the service reports its usage.
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

/** The service's error message; absent if the app refused the request itself or received no response. */
const serviceError = serviceErrorSchema.optional();

/**
 * Every failure that a call to the core can return, with the data that the UI needs to act on it. The
 * renderer maps each kind to a message in one exhaustive switch. Unexpected errors become `internal`, with a
 * reference to the log.
 */
export const appErrorSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('validation'),
    issues: z.array(z.strictObject({ path: z.string().max(200), message: z.string().max(500) })).max(20),
  }),
  z.strictObject({
    kind: z.literal('unauthorized'),
    reason: z.enum(['no-key', 'key-locked', 'key-refused', 'plan']),
    serviceError,
  }),
  z.strictObject({
    kind: z.literal('quota-exhausted'),
    budget: budgetSchema,
    resetsAtMs: timeMsSchema,
    alternatives: z.array(alternativeSchema).max(7),
    /** The spending cap that is used up; absent if a budget is used up instead. */
    allowance: allowanceScopeSchema.optional(),
    serviceError,
  }),
  z.strictObject({
    kind: z.literal('rate-limited'),
    retryAtMs: timeMsSchema,
    /** Set if the app refused the request because the same request recently failed with a 404. */
    askedAgain: z.literal(true).optional(),
    /**
     * Set if the app withheld contacts because it had shown the contacts of too many companies within a
     * minute.
     */
    peoplePaced: z.literal(true).optional(),
    serviceError,
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
      /** The service has failed several times in a row, so the app sends no requests for a while. */
      'resting',
    ]),
    /** Only with `resting`: server time from which the next request is allowed. */
    retryAtMs: timeMsSchema.optional(),
    /** Whether the request counts as spent although its response was lost. */
    counted: z.boolean().optional(),
    serviceError,
  }),
  z.strictObject({
    kind: z.literal('upstream'),
    status: z.int(),
    code: z.string().max(200).nullable(),
    retryable: z.boolean(),
    serviceError,
  }),
  z.strictObject({
    kind: z.literal('not-found'),
    /** `gap`: nothing is left to catch up on. `import`: the app no longer holds the file or draft. */
    what: z.enum([
      'company',
      'note',
      'watchlist',
      'workspace',
      'query',
      'service',
      'status',
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
      'investor',
      'assistant',
      'proposal',
      'import',
      'gap',
      'queued-request',
    ]),
    serviceError,
  }),
  z.strictObject({
    kind: z.literal('not-available'),
    /** `page`: the requested page is beyond the last one. */
    what: z.enum(['contacts', 'tech-stack', 'highlights', 'news', 'page']),
    hint: z.string().max(1_000).nullable(),
    /**
     * Whether the 404 may also mean that the company does not exist. The service returns the same 404 for an
     * unknown company as for one without this data. Set only if the library has no data about the company
     * (spec §4.4, §4.7).
     */
    ambiguous: z.boolean().optional(),
    serviceError,
  }),
  z.strictObject({
    /**
     * The request would cost more than the accepted price, or a planned request is no longer in the proposal.
     * Nothing was sent.
     */
    kind: z.literal('price-changed'),
    /** The current price; null if the proposal no longer contains any of the planned requests. */
    preview: previewSchema.nullable(),
  }),
  // Not strict: version 0.1.0 stored conflicts in the offline queue with `preview: null`, which this type
  // does not have.
  z.object({
    kind: z.literal('conflict'),
    reason: z.enum([
      'newer-revision',
      /** The workspace in which the note was written is no longer open. */
      'other-workspace',
      /** The change cannot be undone, because a later change affected the same data. */
      'changed-since',
      /** The data has changed since the user saw it and confirmed the action. */
      'outdated',
      'workspace-open-elsewhere',
      'people-locked',
      'people-kept',
      /** The contacts cannot be discarded, because their key is not lost and they can be decrypted. */
      'people-open',
      /**
       * The contacts cannot be discarded. Either their key may still exist, in a locked or unresponsive
       * keyring, or contacts were never stored.
       */
      'key-not-lost',
      /** The contacts are not protected by a passphrase and therefore cannot be locked. */
      'no-passphrase',
      'name-taken',
      /** Another saved search has the same query. */
      'already-saved',
      /** No further company window can be opened. */
      'too-many-windows',
    ]),
  }),
  z.strictObject({
    kind: z.literal('storage'),
    reason: z.enum(['full', 'read-only', 'damaged', 'busy', 'too-new', 'unavailable']),
    file: storageFileSchema.optional(),
    /** How the user can fix the problem. Set only if a workspace cannot be opened. */
    remedy: storageRemedySchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('unsupported'),
    /** `demo`: the demo does not support this action. */
    capability: z.enum([
      'real-account',
      'demo',
      'keychain',
      'http',
      'base-url',
      'open-link',
      'show-in-folder',
      'company-window',
      'background',
      'file-dialog',
      'assistants',
    ]),
  }),
  /**
   * The app refuses to open a URL from the service, but the user can copy the URL. The reason `too-long` also
   * applies to an email message that does not fit into a link.
   */
  z.strictObject({ kind: z.literal('link-refused'), reason: z.enum(LINK_REFUSALS) }),
  /** The chosen file cannot be imported. Nothing was changed. */
  z.strictObject({ kind: z.literal('archive'), reason: z.enum(ARCHIVE_REFUSALS) }),
  z.strictObject({
    /**
     * The user must agree to this action in a dialog outside the page, but did not. Nothing was sent, spent
     * or changed.
     */
    kind: z.literal('not-confirmed'),
    action: z.enum(['connect', 'open-link', 'spend', 'raise-limit', 'show-contacts']),
    /**
     * `unavailable`: this shell cannot show a dialog outside the page. `too-often`: another such dialog is
     * open, or the action was tried too often within a minute.
     */
    reason: z.enum(['declined', 'unavailable', 'too-often']),
  }),
  z.strictObject({ kind: z.literal('internal'), ref: z.string().max(40) }),
]);
export type AppError = z.infer<typeof appErrorSchema>;
export type AppErrorOf<K extends AppError['kind']> = Extract<AppError, { kind: K }>;
