import { z } from 'zod';
import { timeMsSchema } from './budget.ts';

export const companyIdSchema = z.string().min(1).max(200);
export const NAME_MAX = 500;
export const TEXT_MAX = 20_000;
const name = z.string().max(NAME_MAX);
const url = z.string().max(2_000);

/** The endpoint or event that a fact came from. */
export const SOURCES = [
  'fundings',
  'companies',
  'company',
  'contacts',
  'webhook',
  'tech-stack',
  'rounds',
  'highlights',
  'open-roles',
  'news',
] as const;
export const sourceSchema = z.enum(SOURCES);
export type Source = z.infer<typeof sourceSchema>;

/** The source of a fact and when the service returned it (server time, ms). */
export const stampSchema = z.strictObject({ source: sourceSchema, fetchedAtMs: timeMsSchema });
export type Stamp = z.infer<typeof stampSchema>;

/** An amount as received, with its numeric value if that is certain enough for sorting. */
export const amountSchema = z.strictObject({
  text: z.string().max(80),
  value: z.number().nullable(),
  /** `rounded`: derived from a suffix such as 5M, so the digits are inexact. */
  precision: z.enum(['exact', 'rounded', 'none']),
  currency: z.string().max(10).nullable(),
});
export type Amount = z.infer<typeof amountSchema>;

/**
 * The 30 days after a round during which the service returns contacts (spec §4.6), estimated from the
 * announcement date.
 */
export const contactWindowSchema = z.strictObject({
  state: z.enum(['open', 'closed', 'unknown']),
  /** Estimated end (announcement date + 30 days, UTC); null if no announcement date is known. */
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
  /** Calendar date of the latest known round. */
  announcedOn: z.string().max(10).nullable(),
  window: contactWindowSchema,
  /** Fit with the user's market, 0 to 100, computed locally. Absent if no market is set. */
  fit: z.int().min(0).max(100).optional(),
  stamp: stampSchema,
});
export type CompanyRow = z.infer<typeof companyRowSchema>;

/** A search result: the row of the funding event, and whether the company was already in the library. */
export const resultRowSchema = z.strictObject({
  ...companyRowSchema.shape,
  position: z.int().min(0).max(499),
  roundId: z.string().max(200).nullable(),
  known: z.boolean(),
});
export type ResultRow = z.infer<typeof resultRowSchema>;

/** Attributes of a library company: an open contact window, contacts, or a note. */
export const libraryHasSchema = z.enum(['window', 'people', 'note']);
export type LibraryHas = z.infer<typeof libraryHasSchema>;

export const libraryRowSchema = z.strictObject({
  ...companyRowSchema.shape,
  watchlists: z.array(z.string().max(200)).max(50),
  hasNote: z.boolean(),
  hasPeople: z.boolean(),
  /** User data: the status name and the tags. Absent if there are none. */
  status: z.string().max(80).optional(),
  ownTags: z.array(z.string().max(80)).max(50).optional(),
  /**
   * Data that the match needed in addition to the company's own texts. `note` may include tags, and `person`
   * all three.
   */
  matched: z.enum(['tag', 'note', 'person']).optional(),
});
export type LibraryRow = z.infer<typeof libraryRowSchema>;

export const roundSchema = z.strictObject({
  roundId: z.string().max(200),
  stage: z.string().max(100).nullable(),
  amount: amountSchema.nullable(),
  amountUsd: z.number().nullable(),
  announcedOn: z.string().max(10).nullable(),
  /** Lead first. Null if the source does not include investors. */
  investors: z
    .array(z.strictObject({ name, role: z.string().max(100) }))
    .max(50)
    .nullable(),
  stamp: stampSchema,
  /** Set if a later complete list of rounds did not include this one. It then counts for no sum. */
  gone: z.literal(true).optional(),
});
export type Round = z.infer<typeof roundSchema>;

export const personSchema = z.strictObject({
  personId: z.string().max(200),
  name,
  title: name.nullable(),
  email: z.string().max(320).nullable(),
  /** False: stored as received, but not offered for copying or writing. */
  emailValid: z.boolean(),
  linkedinUrl: url.nullable(),
  stamp: stampSchema,
});
export type Person = z.infer<typeof personSchema>;

/**
 * Contacts of one company. `told-none`: the service returned none. `closed`: not available now. `locked`:
 * stored, but the key is not available. `not-kept`: the user chose not to store contacts. `paced`: the
 * release rate limit is reached.
 */
export const peopleSchema = z.strictObject({
  state: z.enum([
    'never-fetched',
    'names-only',
    'fetched',
    'told-none',
    'closed',
    'locked',
    'not-kept',
    'paced',
  ]),
  people: z.array(personSchema).max(50),
  total: z.int().min(0),
  stamp: stampSchema.nullable(),
  hint: z.string().max(1_000).nullable(),
  /** With `paced`: time in ms until they can be requested again. */
  againAfterMs: z.int().min(1).optional(),
});
export type ContactsOfCompany = z.infer<typeof peopleSchema>;

/** State of the contacts of a company without stored ones; the type has no room for a contact. */
export const noContactsSchema = peopleSchema.extend({ people: z.array(z.never()).max(0) });
export type NoContacts = z.infer<typeof noContactsSchema>;

export const companyViewSchema = z.strictObject({
  row: companyRowSchema,
  description: z.string().max(TEXT_MAX).nullable(),
  website: url.nullable(),
  linkedinUrl: url.nullable(),
  industries: z.array(z.string().max(200)).max(50),
  tags: z
    .array(z.strictObject({ name: z.string().max(200), category: z.string().max(100).nullable() }))
    .max(50),
  rounds: z.array(roundSchema).max(50),
  totalRounds: z.int().min(0).nullable(),
  /**
   * Sum in US dollars over the rounds that have a USD amount; never a sum over currencies. Null if none has one.
   */
  raisedUsd: z.strictObject({ total: z.number(), rounds: z.int().min(0) }).nullable(),
  totalContacts: z.int().min(0).nullable(),
  /** Contacts state if no contacts are stored. Absent if there are some, which are requested separately. */
  nobody: noContactsSchema.optional(),
  /** Source and time of each panel's content; null if never fetched. */
  stamps: z.strictObject({
    overview: stampSchema,
    profile: stampSchema.nullable(),
    rounds: stampSchema.nullable(),
    /** When the company's `/fundings` returned all rounds with investors (spec §4.5). */
    allRounds: stampSchema.nullable(),
    people: stampSchema.nullable(),
  }),
  /** The service returned 404 for a company that it knew before. */
  gone: z.strictObject({ atMs: timeMsSchema }).nullable(),
});
export type CompanyView = z.infer<typeof companyViewSchema>;

/**
 * State of a panel with its own endpoint. `summary`: only the company detail's summary. `none`: the service
 * reported that there is none. `unavailable`: an ambiguous 404, such as a site that was down (spec §4.4).
 */
export const panelStateSchema = z.enum(['never-fetched', 'summary', 'fetched', 'none', 'unavailable']);
export type PanelState = z.infer<typeof panelStateSchema>;

const panelFacts = {
  state: panelStateSchema,
  /** Source and time of the content; null if there is none. */
  stamp: stampSchema.nullable(),
  /** When the service last returned a 404; null if it never did or has returned data since. */
  refusedAtMs: timeMsSchema.nullable(),
  /** Number of all stored items, which may exceed those listed here. */
  total: z.int().min(0),
};

export const technologySchema = z.strictObject({
  name: z.string().max(200),
  description: z.string().max(1_000).nullable(),
});
export const techPanelSchema = z.strictObject({
  ...panelFacts,
  /** Largest first; each technology is listed only in its first category. At most 200 technologies in total. */
  categories: z
    .array(
      z.strictObject({
        /** Null for technologies without a category. */
        name: z.string().max(100).nullable(),
        technologies: z.array(technologySchema).max(50),
        total: z.int().min(0),
      }),
    )
    .max(50),
});
export type TechPanel = z.infer<typeof techPanelSchema>;

export const highlightSchema = z.strictObject({
  highlightId: z.string().max(200).nullable(),
  text: z.string().max(2_000),
  /** As received: `news`, `ai` or an undocumented value. */
  source: z.string().max(50),
  /** Null if only the company detail contained it (spec §2.2). */
  createdAtMs: timeMsSchema.nullable(),
});
export type Highlight = z.infer<typeof highlightSchema>;
export const highlightsPanelSchema = z.strictObject({
  ...panelFacts,
  highlights: z.array(highlightSchema).max(50),
});
export type HighlightsPanel = z.infer<typeof highlightsPanelSchema>;

export const articleSchema = z.strictObject({
  articleId: z.string().max(200),
  title: z.string().max(1_000),
  url: url.nullable(),
  /** The related round, if it is stored; null otherwise. */
  roundId: z.string().max(200).nullable(),
  createdAtMs: timeMsSchema.nullable(),
});
export type Article = z.infer<typeof articleSchema>;
/** Newest first. */
export const newsPanelSchema = z.strictObject({ ...panelFacts, articles: z.array(articleSchema).max(50) });
export type NewsPanel = z.infer<typeof newsPanelSchema>;

export const openRoleSchema = z.strictObject({
  roleId: z.string().max(200),
  title: z.string().max(500),
  /** Set only if it differs from the title. */
  titleEn: z.string().max(500).nullable(),
  employmentType: z.string().max(100).nullable(),
  location: z.string().max(300).nullable(),
  remoteType: z.string().max(100).nullable(),
  /** A value of spec §4.8 or an undocumented one. */
  department: z.string().max(100).nullable(),
  seniority: z.string().max(100).nullable(),
  url: url.nullable(),
  firstSeenAtMs: timeMsSchema.nullable(),
  stamp: stampSchema,
  /** Not in the last complete, unfiltered fetch: filled or withdrawn. */
  gone: z.boolean(),
});
export type OpenRole = z.infer<typeof openRoleSchema>;
const roleCount = z.strictObject({ value: z.string().max(100), count: z.int().min(0) });
export const rolesPanelSchema = z.strictObject({
  ...panelFacts,
  /**
   * One page of stored roles that match the requested department and seniority; open ones first, newest first.
   */
  roles: z.array(openRoleSchema).max(50),
  matching: z.int().min(0),
  /** Counts over all stored open roles. */
  departments: z.array(roleCount).max(50),
  seniorities: z.array(roleCount).max(50),
  /** Total number of roles as of the last unfiltered fetch. */
  told: z.int().min(0).nullable(),
  /**
   * Next page of an incomplete unfiltered fetch, at its page size; null if the fetch is complete or was never
   * started.
   */
  next: z.strictObject({ page: z.int().min(2), perPage: z.int().min(1).max(50) }).nullable(),
});
export type RolesPanel = z.infer<typeof rolesPanelSchema>;

/** The stored panels with their own endpoints, except roles. */
export const panelsSchema = z.strictObject({
  tech: techPanelSchema,
  highlights: highlightsPanelSchema,
  news: newsPanelSchema,
});
export type Panels = z.infer<typeof panelsSchema>;
