import { z } from 'zod';
import { call, push } from './kit.ts';
import { costSchema, endpointSchema, laneSchema, screenSchema, timeMsSchema } from '../model/budget.ts';
import { companyIdSchema, sourceSchema } from '../model/company.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import { keyStateSchema } from '../model/workspace.ts';
import { nothing, passphrase, position } from './atoms.ts';
import { countSchema as count } from '../model/atoms.ts';

const person = { companyId: companyIdSchema, personId: z.string().min(1).max(20) };
const suppressionId = z.string().regex(/^[0-9a-f]{24}$/);
const months = z.int().min(1).max(120).nullable();

/** The erased data. The user's own data, including names in notes, is not erased. */
const erasedReplySchema = z.strictObject({
  people: count,
  /** Number of raw rows re-encrypted without the erased contacts. */
  rawRows: count,
  companies: count,
  /** Number of backups rewritten without the company's name. */
  backupsAmended: count,
  /**
   * Number of quarantined files and damaged backups that were deleted because their content cannot be
   * checked.
   */
  filesRemoved: count,
  /**
   * Whether the erased data has also been removed from the WAL of every database. If false, a WAL was in use
   * and will be emptied at the next start.
   */
  logsEmptied: z.boolean(),
  /** Whether some backups could not be rewritten. The app tries again at the next start. */
  copiesPending: z.boolean(),
});
export type ErasedReply = z.infer<typeof erasedReplySchema>;

/** A blocked contact. The app stores only keyed hashes of the contact's identifiers, not the name. */
const suppressionSchema = z.strictObject({
  id: suppressionId,
  sinceMs: timeMsSchema,
  /**
   * How the user blocked the contact: by choosing a stored contact (`person`), or by typing an email address
   * or LinkedIn URL (`typed`).
   */
  asked: z.enum(['person', 'typed']),
  knownBy: z.array(z.enum(['linkedin', 'email', 'service-id', 'name'])).max(4),
});
export type Suppression = z.infer<typeof suppressionSchema>;

const retentionSchema = z.strictObject({
  /**
   * The retention period that the user has set. A contact expires this many months after the service last
   * returned it. Null turns off expiry.
   */
  months,
  /**
   * The retention period that was used to count the contacts in this reply. Differs from `months` only in a
   * preview.
   */
  asked: months,
  /** Whether the current date is certain enough to delete expired contacts without asking the user. */
  isDateTrusted: z.boolean(),
  people: count,
  /** Number of contacts that are already older than `asked` months. */
  expiresNow: count,
  /**
   * Number of contacts that will expire, by the month in which the service last returned them. The group that
   * expires first comes first.
   */
  goes: z.array(z.strictObject({ fromMs: timeMsSchema, people: count })).max(50),
});
export type Retention = z.infer<typeof retentionSchema>;

/**
 * Asks the user whether to delete the contacts that seem to have expired. The question is needed because the
 * current date, or the date on which the contacts were stored, is uncertain. Times are Unix ms.
 */
const deletionQuestionSchema = z.strictObject({
  /**
   * `unconfirmed`: the service has not confirmed the date since the workspace was opened. `differs`: this
   * computer's clock and the service's date differ by more than a day. `jumped`: the date has changed by more
   * than a day without an explanation. `stored-in-doubt`: the contacts were stored while the date was not
   * certain.
   */
  why: z.enum(['unconfirmed', 'differs', 'jumped', 'stored-in-doubt']),
  people: count,
  companies: count,
  /** Number of webhook events whose text would be deleted. */
  events: count,
  /** The retention period. */
  months: z.int().min(1).max(120),
  /**
   * The time at which contacts and events were counted. Data that expired after this time is not included.
   */
  atMs: timeMsSchema,
  /**
   * Three times: this computer's time, the service's time, and the service's time when the app last ran. A
   * time is null if it is unknown or does not matter for the question.
   */
  laptopMs: timeMsSchema.nullable(),
  serviceMs: timeMsSchema.nullable(),
  lastMs: timeMsSchema.nullable(),
});
export type DeletionQuestion = z.infer<typeof deletionQuestionSchema>;

const paidCallSchema = z.strictObject({
  ledgerId: z.int().min(0),
  endpoint: endpointSchema,
  /** Path and query as sent, with the query in canonical form. */
  call: z.string().max(4_000),
  atMs: timeMsSchema,
  /**
   * Cost of the whole request. If the request fetched search results, this includes the cost of the other
   * companies in them.
   */
  cost: costSchema,
  /** What caused the request, such as "You" or "Watched list Warm intros". */
  reason: z.string().max(200),
  lane: laneSchema.nullable(),
  screen: screenSchema,
});

/** A reason why data about a company is stored. */
const whySchema = z.strictObject({
  /** The stored data: the company itself, the content of a panel with its own endpoint, or contacts. */
  what: z.enum(['company', 'panel', 'people']),
  source: sourceSchema,
  fetchedAtMs: timeMsSchema,
  /** The request that returned the data. Null for a webhook event, or if the request is not in the ledger. */
  call: paidCallSchema.nullable(),
  /** Number of contacts; null unless `what` is `people`. */
  people: count.nullable(),
  /** When the contacts expire and are deleted; null if the data is kept until it is erased. */
  expiresAtMs: timeMsSchema.nullable(),
});
export type DataOriginReason = z.infer<typeof whySchema>;

/** Functions for erasing and blocking, for retention, and for the reasons why data is stored. */
export const privacyContract = {
  status: call(nothing).returns(
    z.strictObject({
      people: count,
      suppressions: count,
      erasedCompanies: count,
      retentionMonths: months,
      /**
       * Whether some rows are still encrypted with the previous key. Re-encryption resumes the next time the
       * contacts are unlocked.
       */
      isKeyChanging: z.boolean(),
    }),
  ),
  /**
   * Returns why data about this company is stored: which requests returned the data, when and at what price,
   * and how long the data will be kept. Free.
   */
  why: call(z.strictObject({ companyId: companyIdSchema })).returns(
    z.strictObject({ why: z.array(whySchema).max(LIST_LIMIT_MAX) }),
  ),
  /** Returns the blocked contacts, newest first. */
  suppressions: call(z.strictObject(position)).returns(
    z.strictObject({ suppressions: z.array(suppressionSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /**
   * Blocks a contact: deletes the contact from every company, and ignores it in later responses.
   * @throws AppFailure `conflict` (`people-locked`)
   */
  suppress: call(z.strictObject(person)).returns(
    z.strictObject({ id: suppressionId, forgotten: erasedReplySchema }),
  ),
  /**
   * Blocks a contact by email address, LinkedIn URL or both. Counts toward the limit on contacts per minute.
   * @throws AppFailure `conflict` (`people-locked`), `rate-limited`
   */
  suppressByIdentifier: call(
    z
      .strictObject({
        email: z.string().trim().min(3).max(320).includes('@').nullable(),
        linkedinUrl: z.string().trim().min(3).max(2_000).nullable(),
      })
      .refine(({ email, linkedinUrl }) => email !== null || linkedinUrl !== null, 'one of the two'),
  ).returns(z.strictObject({ id: suppressionId, forgotten: erasedReplySchema })),
  /** Unblocks a contact. Does not restore the deleted data. */
  unsuppress: call(z.strictObject({ id: suppressionId })).returns(nothing),
  /**
   * Erases a contact. A later response may store the contact again.
   * @throws AppFailure `conflict` (`people-locked`)
   */
  eraseContact: call(z.strictObject(person)).returns(erasedReplySchema),
  /** Erases all data about a company, except the user data and the company's id in the ledger. */
  eraseCompany: call(z.strictObject({ companyId: companyIdSchema })).returns(erasedReplySchema),
  /** Counts the contacts that will expire, by date. `months` previews a different setting. */
  retention: call(z.strictObject({ months: months.optional() })).returns(retentionSchema),
  /**
   * Sets the retention period. If the date is certain, the period is applied immediately and then daily.
   * Otherwise, nothing is deleted until the user has answered `deletionQuestion`.
   */
  setRetention: call(z.strictObject({ months })).returns(retentionSchema),
  /** Returns the pending question about deleting expired contacts; null if there is none. */
  deletionQuestion: call(nothing).returns(z.strictObject({ question: deletionQuestionSchema.nullable() })),
  /**
   * Deletes the contacts and event texts that `deletionQuestion` counted. `people`, `events` and `atMs` are
   * the values that the user has seen.
   * @throws AppFailure `conflict` (`outdated`) if the numbers have changed
   */
  deleteExpired: call(z.strictObject({ people: count, events: count, atMs: timeMsSchema })).returns(
    z.strictObject({ people: count }),
  ),
  /**
   * Keeps the contacts in `deletionQuestion` for now. The question is asked again after 30 days at the
   * earliest.
   */
  keepExpired: call(nothing).returns(nothing),
  /**
   * Creates a new contact key, protected in the chosen way, and re-encrypts all contacts.
   * @throws AppFailure `conflict` (`people-locked`), `unsupported` (`keychain`), `unauthorized`
   * (`key-locked`)
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
   * Deletes all contacts if their key is lost. The key is lost if the user forgot the passphrase, or if the
   * keyring responds but the key in it is missing or damaged. No more contacts are stored until the user
   * chooses a new way to protect them (`keys.keepPeople`). Blocks remain listed, but the app can no longer
   * recognize blocked contacts in responses.
   * @throws AppFailure `conflict` (`people-open` or `key-not-lost`); `unauthorized` (`key-locked`) if an old
   * key cannot be deleted
   */
  removeUndecryptableContacts: call(nothing).returns(erasedReplySchema),
  /**
   * Deletes the downloaded data and the record of opened pages. Keeps all other user data, the ledger and the
   * keys. `copiesPending`: some backups still contain the record of opened pages, so the app tries again at
   * the next start.
   */
  wipeServiceData: call(nothing).returns(z.strictObject({ copiesPending: z.boolean() })),
  /** Deletes the open workspace, including its keys and backups. */
  wipeEverything: call(nothing).returns(nothing),
  onChanged: push(nothing),
};
