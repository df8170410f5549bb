import { z } from 'zod';
import { LINK_REFUSALS } from './link-check.ts';
import {
  allowanceScopeSchema,
  alternativeSchema,
  budgetSchema,
  previewSchema,
  timeMsSchema,
} from './model/budget.ts';

/** The files of a workspace, and the copies that are kept of `yours.db`. */
export const storageFileSchema = z.enum(['cache', 'yours', 'ledger', 'backup']);
export type StorageFile = z.infer<typeof storageFileSchema>;

/** `restore`: from a backup. `begin-ledger`: a new ledger whose budgets count as used up until the service tells. */
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
 * Every failure that crosses the contract: a closed union with what the screen needs to act. The renderer words it,
 * in one exhaustive switch. Whatever is not listed here becomes `internal` with a reference into the log.
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
    /** Set where it is the seller's own allowance that is used up. */
    allowance: allowanceScopeSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('rate-limited'),
    retryAtMs: timeMsSchema,
    /** The app's own limit on asking again for what the service said it does not have. */
    askedAgain: z.literal(true).optional(),
    /** The app's own limit on how many companies' people are let out in a minute. */
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
      /** The service failed several times in a row: nothing was sent, so that it can recover. */
      'resting',
    ]),
    /** With `resting`: server time at which the next call is let through. */
    retryAtMs: timeMsSchema.optional(),
    /** Set where the call counts as spent although its answer is lost. */
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
    /** `page`: the service has no such page; the pages before it were all. */
    what: z.enum(['contacts', 'tech-stack', 'highlights', 'news', 'page']),
    hint: z.string().max(1_000).nullable(),
    /** The same answer is given for a company that the service does not know, and this one was never seen [§4.4, §4.7]. */
    ambiguous: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal('conflict'),
    reason: z.enum([
      'price-changed',
      'newer-revision',
      /** It was written in a workspace that is not the open one any more. */
      'other-workspace',
      /** What would be taken back was changed again meanwhile. */
      'changed-since',
      'workspace-open-elsewhere',
      'people-locked',
      'people-kept',
      /** Only people whose key is lost are removed for that: these can be read. */
      'people-open',
      /** The key may be there yet, behind a keyring that is locked or does not answer; or there never was one. */
      'key-not-lost',
      /** Only what a passphrase guards can be locked while the app runs. */
      'no-passphrase',
      'name-taken',
      /** Another saved search asks just that. */
      'already-saved',
    ]),
    /** With `price-changed`: the price as it is now. */
    preview: previewSchema.nullable(),
  }),
  z.strictObject({
    kind: z.literal('storage'),
    reason: z.enum(['full', 'read-only', 'damaged', 'busy', 'too-new', 'unavailable']),
    /** Which file could not be read or written. */
    file: storageFileSchema.optional(),
    /** What the seller can do; set where a workspace does not open. */
    remedy: storageRemedySchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('unsupported'),
    capability: z.enum(['real-account', 'keychain', 'http', 'base-url', 'open-link']),
  }),
  /** An address of the service's that is not opened; it can be copied. `too-long` also of a message to be mailed. */
  z.strictObject({ kind: z.literal('link-refused'), reason: z.enum(LINK_REFUSALS) }),
  z.strictObject({ kind: z.literal('internal'), ref: z.string().max(40) }),
]);
export type AppError = z.infer<typeof appErrorSchema>;
export type AppErrorOf<K extends AppError['kind']> = Extract<AppError, { kind: K }>;
