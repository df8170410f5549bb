import { z } from 'zod';
import { call, push } from './kit.ts';
import { costSchema, endpointSchema, laneSchema, screenSchema, timeMsSchema } from '../model/budget.ts';
import { companyIdSchema, sourceSchema } from '../model/company.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import { keyStateSchema } from '../model/workspace.ts';

const nothing = z.strictObject({});
const count = z.int().min(0);
const position = { offset: z.int().min(0).max(10_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };
const person = { companyId: companyIdSchema, personId: z.string().min(1).max(20) };
const suppressionId = z.string().regex(/^[0-9a-f]{24}$/);
const months = z.int().min(1).max(120).nullable();
const passphrase = z.string().min(8).max(1_024);

/** What an erasure removed. User data stays, including names in its text. */
export const erasedReplySchema = z.strictObject({
  people: count,
  /** Raw rows that were re-encrypted without the erased contacts. */
  rawRows: count,
  companies: count,
  /** Backups that were rewritten without the company's name. */
  backupsAmended: count,
  /** Quarantined files and damaged backups that were deleted because their content cannot be checked. */
  filesRemoved: count,
  /** True if no WAL holds the data any more. Otherwise a WAL was in use and is emptied at the next start. */
  logsEmptied: z.boolean(),
  /** Backups could not be changed now; retried at the next start. */
  copiesPending: z.boolean(),
});
export type ErasedReply = z.infer<typeof erasedReplySchema>;

/** A blocked contact. It is known only by keyed identities, not by name. */
export const suppressionSchema = z.strictObject({
  id: suppressionId,
  sinceMs: timeMsSchema,
  /** Blocked on the contact's card, or by a typed address. */
  asked: z.enum(['person', 'typed']),
  knownBy: z.array(z.enum(['linkedin', 'email', 'service-id', 'name'])).max(4),
});
export type Suppression = z.infer<typeof suppressionSchema>;

export const retentionSchema = z.strictObject({
  /** The setting: months since contacts were last returned; null means never. */
  months,
  /** The number of months that the figures below are for. */
  asked: months,
  people: count,
  /** Number of contacts that expire immediately. */
  goesNow: count,
  /** Upcoming expiries, oldest first, grouped by the month in which the contacts were last returned. */
  goes: z.array(z.strictObject({ fromMs: timeMsSchema, people: count })).max(50),
});
export type Retention = z.infer<typeof retentionSchema>;

const paidCallSchema = z.strictObject({
  ledgerId: z.int().min(0),
  endpoint: endpointSchema,
  /** Path and canonical query as sent. */
  call: z.string().max(4_000),
  atMs: timeMsSchema,
  /** Cost of the whole request; a page of a search contains other companies too. */
  cost: costSchema,
  /** Who or what caused the request: "You", "Watched list Warm intros". */
  reason: z.string().max(200),
  lane: laneSchema.nullable(),
  screen: screenSchema,
});

/** One reason why data of a company is stored. */
export const whySchema = z.strictObject({
  /** The company itself, a panel with its own endpoint, or contacts. */
  what: z.enum(['company', 'panel', 'people']),
  source: sourceSchema,
  fetchedAtMs: timeMsSchema,
  /**
   * Null if no request of this device returned the data, such as a webhook event, or if the ledger has no entry.
   */
  call: paidCallSchema.nullable(),
  /** With `people`: the number of contacts. */
  people: count.nullable(),
  /** When retention deletes the data; null if it stays until it is erased. */
  goesAtMs: timeMsSchema.nullable(),
});
export type DataOriginReason = z.infer<typeof whySchema>;

/** Contract for erasure, blocking, retention and the reasons for stored data. */
export const privacyContract = {
  status: call(nothing).returns(
    z.strictObject({
      people: count,
      suppressions: count,
      erasedCompanies: count,
      retentionMonths: months,
      /** Rows may still use the previous key; re-encryption resumes when the contacts are next unlocked. */
      isKeyChanging: z.boolean(),
    }),
  ),
  /** Why data of this company is stored: by which request, when, at what price, and until when. Free. */
  why: call(z.strictObject({ companyId: companyIdSchema })).returns(
    z.strictObject({ why: z.array(whySchema).max(LIST_LIMIT_MAX) }),
  ),
  /** Newest first. */
  suppressions: call(z.strictObject(position)).returns(
    z.strictObject({ suppressions: z.array(suppressionSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /**
   * Blocks a contact: deletes it in every company and withholds it from later responses.
   * @throws AppFailure conflict people-locked
   */
  suppress: call(z.strictObject(person)).returns(
    z.strictObject({ id: suppressionId, forgotten: erasedReplySchema }),
  ),
  /**
   * Blocks a contact by email, LinkedIn URL or both.
   * @throws AppFailure conflict people-locked
   */
  suppressByIdentifier: call(
    z
      .strictObject({
        email: z.string().trim().min(3).max(320).includes('@').nullable(),
        linkedinUrl: z.string().trim().min(3).max(2_000).nullable(),
      })
      .refine(({ email, linkedinUrl }) => email !== null || linkedinUrl !== null, 'one of the two'),
  ).returns(z.strictObject({ id: suppressionId, forgotten: erasedReplySchema })),
  /** Unblocks a contact; deleted data is not restored. */
  unsuppress: call(z.strictObject({ id: suppressionId })).returns(nothing),
  /**
   * Erases a contact; a later response may store it again.
   * @throws AppFailure conflict people-locked
   */
  eraseContact: call(z.strictObject(person)).returns(erasedReplySchema),
  /** Erases all data of a company except user data and the ledger, which contains only its id. */
  eraseCompany: call(z.strictObject({ companyId: companyIdSchema })).returns(erasedReplySchema),
  /** Counts the contacts that expire by date. `months` previews a different setting. */
  retention: call(z.strictObject({ months: months.optional() })).returns(retentionSchema),
  /** Applied immediately, on every open and daily. */
  setRetention: call(z.strictObject({ months })).returns(retentionSchema),
  /**
   * Creates a new key with this protection and re-encrypts all contacts.
   * @throws AppFailure conflict people-locked, unsupported keychain, unauthorized key-locked
   */
  changeKey: call(
    z.strictObject({
      how: z.discriminatedUnion('mode', [
        z.strictObject({ mode: z.literal('keychain') }),
        z.strictObject({ mode: z.literal('passphrase'), passphrase }),
      ]),
    }),
  ).returns(keyStateSchema),
  /**
   * Discards contacts whose key is lost: missing or damaged in a keyring that responds, or a forgotten
   * passphrase. Contacts are deleted undecrypted and no longer stored until the user chooses a key
   * (`keys.keepPeople`); existing blocks stay listed, but match nothing any more.
   * @throws AppFailure conflict people-open, key-not-lost; unauthorized key-locked if an old key cannot be
   * deleted
   */
  removeUndecryptableContacts: call(nothing).returns(erasedReplySchema),
  /** Deletes the downloaded data; user data, ledger and keys stay. */
  wipeServiceData: call(nothing).returns(nothing),
  /** Deletes the open workspace with its keys and backups. */
  wipeEverything: call(nothing).returns(nothing),
  onChanged: push(nothing),
};
