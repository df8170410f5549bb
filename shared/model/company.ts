import { z } from 'zod';
import { timeMsSchema } from './budget.ts';

export const companyIdSchema = z.string().min(1).max(200);
export const NAME_MAX = 500;
export const TEXT_MAX = 20_000;
const name = z.string().max(NAME_MAX);
const url = z.string().max(2_000);

/** Which call or event a fact came from. */
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
  /** How well it fits the seller's market, 0 to 100, worked out on this laptop. Absent: he gave no market. */
  fit: z.int().min(0).max(100).optional(),
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
  /** Of the seller: the name of its step of the pipeline, and of its tags. Absent: none. */
  status: z.string().max(80).optional(),
  ownTags: z.array(z.string().max(80)).max(50).optional(),
  /** Only together with the seller's tags, his note as well, or somebody's name or title as well, was every typed word found. */
  matched: z.enum(['tag', 'note', 'person']).optional(),
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
  /** All rounds were told since, and this one was not among them. It counts for no sum. */
  gone: z.literal(true).optional(),
});
export type Round = z.infer<typeof roundSchema>;

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
 * `paced`: so many companies' people were shown within a minute that the next ones wait.
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
  /** With `paced`: when they can be asked for again, ms from now. */
  againAfterMs: z.int().min(1).optional(),
});
export type People = z.infer<typeof peopleSchema>;

/** What is known of people where none are kept: it has no room for one. */
export const nobodySchema = peopleSchema.extend({ people: z.array(z.never()).max(0) });
export type Nobody = z.infer<typeof nobodySchema>;

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
  /** US dollars of the rounds for which the service states them; never a sum over currencies. Null where none is. */
  raisedUsd: z.strictObject({ total: z.number(), rounds: z.int().min(0) }).nullable(),
  totalContacts: z.int().min(0).nullable(),
  /** Where nobody of it is kept here: all there is to tell of its people. Absent: they are asked for by themselves. */
  nobody: nobodySchema.optional(),
  /** When and from where each panel was last filled; null: never fetched. */
  stamps: z.strictObject({
    overview: stampSchema,
    profile: stampSchema.nullable(),
    rounds: stampSchema.nullable(),
    /** When `/fundings` of the company told all its rounds with investors [§4.5]. */
    allRounds: stampSchema.nullable(),
    people: stampSchema.nullable(),
  }),
  /** The service answered 404 for a company that it knew before. */
  gone: z.strictObject({ atMs: timeMsSchema }).nullable(),
});
export type CompanyView = z.infer<typeof companyViewSchema>;

/**
 * What is known of a panel that has an endpoint of its own. `summary`: only what the profile told of it. `none`: the
 * service said that there is none. `unavailable`: a 404 that may mean several things, such as a site that was down [§4.4].
 */
export const panelStateSchema = z.enum(['never-fetched', 'summary', 'fetched', 'none', 'unavailable']);
export type PanelState = z.infer<typeof panelStateSchema>;

const panelFacts = {
  state: panelStateSchema,
  /** Where the content came from and when; null where there is none. */
  stamp: stampSchema.nullable(),
  /** When the service last answered that there is nothing; null where it did not, or told something since. */
  refusedAtMs: timeMsSchema.nullable(),
  /** Of everything kept, which may be more than what is listed here. */
  total: z.int().min(0),
};

export const technologySchema = z.strictObject({
  name: z.string().max(200),
  description: z.string().max(1_000).nullable(),
});
export const techPanelSchema = z.strictObject({
  ...panelFacts,
  /** Largest first; a technology stands in the first of its categories only. Together at most 200 technologies. */
  categories: z
    .array(
      z.strictObject({
        /** Null: of no category. */
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
  /** As told: `news`, `ai`, or a word that is not documented. */
  source: z.string().max(50),
  /** Null where only the profile told of it [§2.2]. */
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
  /** The round it tells of, where that is kept; null otherwise. */
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
  /** Set only where it differs from the title. */
  titleEn: z.string().max(500).nullable(),
  employmentType: z.string().max(100).nullable(),
  location: z.string().max(300).nullable(),
  remoteType: z.string().max(100).nullable(),
  /** One of §4.8, or a word that is not documented. */
  department: z.string().max(100).nullable(),
  seniority: z.string().max(100).nullable(),
  url: url.nullable(),
  firstSeenAtMs: timeMsSchema.nullable(),
  stamp: stampSchema,
  /** Not in the last complete and unfiltered fetch: filled or withdrawn [R-2-30]. */
  gone: z.boolean(),
});
export type OpenRole = z.infer<typeof openRoleSchema>;
const roleCount = z.strictObject({ value: z.string().max(100), count: z.int().min(0) });
export const rolesPanelSchema = z.strictObject({
  ...panelFacts,
  /** One page of the roles that are kept and match the asked department and seniority; open ones first, newest first. */
  roles: z.array(openRoleSchema).max(50),
  matching: z.int().min(0),
  /** Over all open roles that are kept. */
  departments: z.array(roleCount).max(50),
  seniorities: z.array(roleCount).max(50),
  /** Roles in all, as the service last told for an unfiltered fetch. */
  told: z.int().min(0).nullable(),
  /** The page that an unfiltered fetch goes on with, at the size of the last one; null: complete, or never begun. */
  next: z.strictObject({ page: z.int().min(2), perPage: z.int().min(1).max(50) }).nullable(),
});
export type RolesPanel = z.infer<typeof rolesPanelSchema>;

/** What is kept of the panels that have an endpoint of their own, roles apart. */
export const panelsSchema = z.strictObject({
  tech: techPanelSchema,
  highlights: highlightsPanelSchema,
  news: newsPanelSchema,
});
export type Panels = z.infer<typeof panelsSchema>;
