import { z } from 'zod';
import { timeMsSchema } from './budget.ts';

export const companyIdSchema = z.string().min(1).max(200);
export const NAME_MAX = 500;
export const TEXT_MAX = 20_000;
const name = z.string().max(NAME_MAX);
const url = z.string().max(2_000);

/** Which call or event a fact came from. */
export const SOURCES = ['fundings', 'companies', 'company', 'contacts', 'webhook'] as const;
export const sourceSchema = z.enum(SOURCES);
export type Source = z.infer<typeof sourceSchema>;

/** Where a fact came from and when the service said it (server time, ms). */
export const stampSchema = z.strictObject({ source: sourceSchema, fetchedAtMs: timeMsSchema });
export type Stamp = z.infer<typeof stampSchema>;

/** An amount as received, with the number it means where that is certain enough to sort by. */
export const amountSchema = z.strictObject({
  text: z.string().max(80),
  value: z.number().nullable(),
  /** `rounded`: read off a suffix such as 5M, so the digits behind it are not known. */
  precision: z.enum(['exact', 'rounded', 'none']),
  currency: z.string().max(10).nullable(),
});
export type Amount = z.infer<typeof amountSchema>;

/** The 30 days in which the service hands out contacts after a raise [§4.6]; an estimate from the announcement date. */
export const contactWindowSchema = z.strictObject({
  state: z.enum(['open', 'closed', 'unknown']),
  /** Estimated close (announcement date + 30 days, UTC); null when no announcement date is known. */
  closesAtMs: timeMsSchema.nullable(),
});
export type ContactWindow = z.infer<typeof contactWindowSchema>;

/** One row of any list: Search results, Library, Today. */
export const companyRowSchema = z.strictObject({
  companyId: companyIdSchema,
  name,
  countryCode: z.string().max(2).nullable(),
  countryName: z.string().max(200).nullable(),
  industry: z.string().max(200).nullable(),
  stage: z.string().max(100).nullable(),
  amount: amountSchema.nullable(),
  /** Calendar date of the latest round known. */
  announcedOn: z.string().max(10).nullable(),
  window: contactWindowSchema,
  stamp: stampSchema,
});
export type CompanyRow = z.infer<typeof companyRowSchema>;

/** A Search result: the event's row, and whether the company stood in the library before this search. */
export const resultRowSchema = z.strictObject({
  ...companyRowSchema.shape,
  position: z.int().min(0).max(499),
  roundId: z.string().max(200).nullable(),
  known: z.boolean(),
});
export type ResultRow = z.infer<typeof resultRowSchema>;

/** What a company of the library can have: an open contact window, people, a note of the seller's. */
export const libraryHasSchema = z.enum(['window', 'people', 'note']);
export type LibraryHas = z.infer<typeof libraryHasSchema>;

export const libraryRowSchema = z.strictObject({
  ...companyRowSchema.shape,
  watchlists: z.array(z.string().max(200)).max(50),
  hasNote: z.boolean(),
  hasPeople: z.boolean(),
});
export type LibraryRow = z.infer<typeof libraryRowSchema>;

export const roundSchema = z.strictObject({
  roundId: z.string().max(200),
  stage: z.string().max(100).nullable(),
  amount: amountSchema.nullable(),
  amountUsd: z.number().nullable(),
  announcedOn: z.string().max(10).nullable(),
  /** Lead first. Null: this source does not tell investors. */
  investors: z
    .array(z.strictObject({ name, role: z.string().max(100) }))
    .max(50)
    .nullable(),
  stamp: stampSchema,
});
export type Round = z.infer<typeof roundSchema>;

export const companyViewSchema = z.strictObject({
  row: companyRowSchema,
  description: z.string().max(TEXT_MAX).nullable(),
  website: url.nullable(),
  linkedinUrl: url.nullable(),
  industries: z.array(z.string().max(200)).max(50),
  tags: z
    .array(z.strictObject({ name: z.string().max(200), category: z.string().max(100).nullable() }))
    .max(50),
  technologies: z.array(z.string().max(200)).max(50),
  technologyCount: z.int().min(0),
  highlights: z.array(z.strictObject({ text: z.string().max(2_000), source: z.string().max(50) })).max(50),
  rounds: z.array(roundSchema).max(50),
  totalRounds: z.int().min(0).nullable(),
  totalContacts: z.int().min(0).nullable(),
  /** When and from where each panel was last filled; null: never fetched. */
  stamps: z.strictObject({
    overview: stampSchema,
    profile: stampSchema.nullable(),
    rounds: stampSchema.nullable(),
    people: stampSchema.nullable(),
  }),
  /** The service answered 404 for a company that it knew before. */
  gone: z.strictObject({ atMs: timeMsSchema }).nullable(),
});
export type CompanyView = z.infer<typeof companyViewSchema>;

export const personSchema = z.strictObject({
  personId: z.string().max(200),
  name,
  title: name.nullable(),
  email: z.string().max(320).nullable(),
  /** False: kept as received, but not offered for copying or writing. */
  emailValid: z.boolean(),
  linkedinUrl: url.nullable(),
  stamp: stampSchema,
});
export type Person = z.infer<typeof personSchema>;

/**
 * People of one company. `told-none`: the service said there are none. `closed`: contacts are not available now.
 * `locked`: they are on this laptop, but their key is not available. `not-kept`: the seller chose not to keep contacts.
 */
export const peopleSchema = z.strictObject({
  state: z.enum(['never-fetched', 'names-only', 'fetched', 'told-none', 'closed', 'locked', 'not-kept']),
  people: z.array(personSchema).max(50),
  total: z.int().min(0),
  stamp: stampSchema.nullable(),
  hint: z.string().max(1_000).nullable(),
});
export type People = z.infer<typeof peopleSchema>;
