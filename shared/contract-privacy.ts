import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { costSchema, endpointSchema, laneSchema, screenSchema, timeMsSchema } from './model/budget.ts';
import { companyIdSchema, sourceSchema } from './model/company.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import { keyStateSchema } from './model/workspace.ts';

const nothing = z.strictObject({});
const count = z.int().min(0);
const position = { offset: z.int().min(0).max(10_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };
const person = { companyId: companyIdSchema, personId: z.string().min(1).max(20) };
const suppressionId = z.string().regex(/^[0-9a-f]{24}$/);
const months = z.int().min(1).max(120).nullable();
const passphrase = z.string().min(8).max(1_024);

/** What went when somebody was forgotten. The seller's own words stay, whatever they mention. */
export const forgottenSchema = z.strictObject({
  people: count,
  /** Raw answers that were sealed anew without them. */
  rawRows: count,
  companies: count,
  /** Backups that named the company, made anew without the name. */
  backupsAmended: count,
  /** Damaged files that were set aside, and damaged backups: nobody can look into them, so they are gone. */
  filesRemoved: count,
  /** No log of a file holds it any more; false: one was in use, and the next opening empties it. */
  logsEmptied: z.boolean(),
  /** Backups could not be changed now; tried again at the next opening. */
  copiesPending: z.boolean(),
});
export type ForgottenReply = z.infer<typeof forgottenSchema>;

/** Somebody who must not be kept. Who it is is not known here: only by what they would be known again. */
export const suppressionSchema = z.strictObject({
  id: suppressionId,
  sinceMs: timeMsSchema,
  /** Suppressed on their card, or by an address that was typed. */
  asked: z.enum(['person', 'typed']),
  knownBy: z.array(z.enum(['linkedin', 'email', 'service-id', 'name'])).max(4),
});
export type Suppression = z.infer<typeof suppressionSchema>;

export const retentionSchema = z.strictObject({
  /** The setting: months after people were last told of; null: never. */
  months,
  /** The months that the figures below are for. */
  asked: months,
  people: count,
  /** Who goes at once. */
  goesNow: count,
  /** By the month in which they were last told of, oldest first: from when on how many go. */
  goes: z.array(z.strictObject({ fromMs: timeMsSchema, people: count })).max(50),
});
export type Retention = z.infer<typeof retentionSchema>;

/** A call as the ledger has it. */
const paidCallSchema = z.strictObject({
  ledgerId: z.int().min(0),
  endpoint: endpointSchema,
  /** Path and canonical query as sent. */
  call: z.string().max(4_000),
  atMs: timeMsSchema,
  /** Of the whole call: a page of a search brings other companies too. */
  cost: costSchema,
  /** Who asked, or by which rule: "You", "Watched list Warm intros". */
  reason: z.string().max(200),
  lane: laneSchema.nullable(),
  screen: screenSchema,
});

/** One reason why something of a company is kept. */
export const whySchema = z.strictObject({
  /** The company as an answer told it, a panel of its own, or people. */
  what: z.enum(['company', 'panel', 'people']),
  source: sourceSchema,
  fetchedAtMs: timeMsSchema,
  /** Null: no call of this device told it, such as a delivery of the webhook, or the ledger does not know of it. */
  call: paidCallSchema.nullable(),
  /** With `people`: how many. */
  people: count.nullable(),
  /** When it goes by itself; null: it stays until it is erased. */
  goesAtMs: timeMsSchema.nullable(),
});
export type Why = z.infer<typeof whySchema>;

/** The part of the contract by which what is kept is limited, explained and forgotten. */
export const privacyContract = {
  status: call(nothing).returns(
    z.strictObject({
      people: count,
      suppressions: count,
      erasedCompanies: count,
      retentionMonths: months,
      /** Rows may be left under the key before this one; goes on at the next opening with the key. */
      isKeyChanging: z.boolean(),
    }),
  ),
  /** Why anything of this company is kept: which call, when, for what price, and until when. Costs nothing. */
  why: call(z.strictObject({ companyId: companyIdSchema })).returns(
    z.strictObject({ why: z.array(whySchema).max(LIST_LIMIT_MAX) }),
  ),
  /** Newest first. */
  suppressions: call(z.strictObject(position)).returns(
    z.strictObject({ suppressions: z.array(suppressionSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /** This person goes, in every company, and no later answer brings them back. Throws conflict people-locked. */
  suppress: call(z.strictObject(person)).returns(
    z.strictObject({ id: suppressionId, forgotten: forgottenSchema }),
  ),
  /** The same for somebody who wrote to the seller; at least one of the two. Throws conflict people-locked. */
  suppressTyped: call(
    z
      .strictObject({
        email: z.string().trim().min(3).max(320).includes('@').nullable(),
        linkedinUrl: z.string().trim().min(3).max(2_000).nullable(),
      })
      .refine(({ email, linkedinUrl }) => email !== null || linkedinUrl !== null, 'one of the two'),
  ).returns(z.strictObject({ id: suppressionId, forgotten: forgottenSchema })),
  /** From now on the person may be kept again; nobody returns by that. */
  unsuppress: call(z.strictObject({ id: suppressionId })).returns(nothing),
  /** Takes a person out; a later answer may tell of them again. Throws conflict people-locked. */
  erasePerson: call(z.strictObject(person)).returns(forgottenSchema),
  /** Takes a company out of everything but the seller's own words and the ledger, which knows its id only. */
  eraseCompany: call(z.strictObject({ companyId: companyIdSchema })).returns(forgottenSchema),
  /** Who goes when. With `months`: what that setting would do. */
  retention: call(z.strictObject({ months: months.optional() })).returns(retentionSchema),
  /** Applied at once, at every opening and daily. */
  setRetention: call(z.strictObject({ months })).returns(retentionSchema),
  /** A new key, kept this way; what is sealed is sealed anew. Throws conflict people-locked, unsupported keychain, unauthorized key-locked. */
  changeKey: call(
    z.strictObject({
      how: z.discriminatedUnion('mode', [
        z.strictObject({ mode: z.literal('keychain') }),
        z.strictObject({ mode: z.literal('passphrase'), passphrase }),
      ]),
    }),
  ).returns(keyStateSchema),
  /**
   * For people whose key is lost: it is missing or damaged in a keyring that answers, or a passphrase that nobody knows. They go
   * sealed as they are, nobody is kept any more, and the seller may choose a key anew (`keys.keepPeople`). Who was suppressed
   * stays in the list and is known again by nothing: that was keyed under it. Throws conflict people-open, key-not-lost,
   * unauthorized key-locked where an old key cannot be deleted.
   */
  giveUpPeople: call(nothing).returns(forgottenSchema),
  /** Everything that the service said goes; the seller's words, the ledger and the keys stay. */
  wipeServiceData: call(nothing).returns(nothing),
  /** The open workspace goes with its keys, its backups and all that names it. */
  wipeEverything: call(nothing).returns(nothing),
  onChanged: push(nothing),
};
