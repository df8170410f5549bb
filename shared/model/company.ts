import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { contactMatchSchema } from './buyer-roles.ts';
import { LIST_LIMIT_MAX, NOTE_EXCERPT_MAX } from './limits.ts';
import { OURS_KINDS } from './ours/ours-kinds.ts';

export const companyIdSchema = z.string().min(1).max(200);
export const NAME_MAX = 500;
export const TEXT_MAX = 20_000;
export const DUPLICATES_MAX = 5;
const name = z.string().max(NAME_MAX);
const url = z.string().max(2_000);

/**
 * Sources of facts: an endpoint, `webhook` for received webhook events, or `paste` for events that the user
 * pasted. The origin of a pasted event is unknown.
 */
export const SOURCES = [
  'paste',
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

/** The source of a fact, and when the service returned it, in server time. */
const stampSchema = z.strictObject({ source: sourceSchema, fetchedAtMs: timeMsSchema });
export type Stamp = z.infer<typeof stampSchema>;

/** An amount as received, and its numeric value if it can be derived reliably. */
export const amountSchema = z.strictObject({
  text: z.string().max(80),
  value: z.number().nullable(),
  /** `rounded`: derived from an abbreviated amount such as 5M, so the value is not exact. */
  precision: z.enum(['exact', 'rounded', 'none']),
  currency: z.string().max(10).nullable(),
});
export type Amount = z.infer<typeof amountSchema>;

/**
 * The 30 days after a round, during which the service returns contacts (spec §4.6). The end of this period is
 * estimated from the announcement date.
 */
const contactWindowSchema = z.strictObject({
  state: z.enum(['open', 'closed', 'unknown']),
  /**
   * Estimated end: the announcement date plus 30 days, in UTC. Null if unknown, or if the user revealed the
   * contacts.
   */
  closesAtMs: timeMsSchema.nullable(),
  /** Set if the user revealed the contacts in the service's dashboard. The contact window then stays open. */
  isRevealed: z.literal(true).optional(),
  /**
   * Set if the deadline no longer matters: `/contacts` was fetched since the latest round, or the service
   * lists no contacts (`none`).
   */
  contacts: z.enum(['fetched', 'none']).optional(),
});
export type ContactWindow = z.infer<typeof contactWindowSchema>;

/**
 * What kind of "Already yours" company this is, such as a customer. If `isCertain` is false, only the name
 * matches and the user has not decided yet. The company is then treated like any other.
 */
const oursMarkSchema = z.strictObject({ kind: z.enum(OURS_KINDS), isCertain: z.boolean() });
export type OursMark = z.infer<typeof oursMarkSchema>;

/** A company as a row in any list, such as search results, Library or Today. */
export const companyRowSchema = z.strictObject({
  companyId: companyIdSchema,
  name,
  countryCode: z.string().max(2).nullable(),
  countryName: z.string().max(200).nullable(),
  industry: z.string().max(200).nullable(),
  stage: z.string().max(100).nullable(),
  amount: amountSchema.nullable(),
  /** Announcement date of the latest known round. */
  announcedOn: z.string().max(10).nullable(),
  window: contactWindowSchema,
  /**
   * The company's fit with the user's market, from 0 to 100, computed locally. Absent if no market is set.
   */
  fit: z.int().min(0).max(100).optional(),
  /** Absent if no line of the user's own imports matches the company. */
  ours: oursMarkSchema.optional(),
  stamp: stampSchema,
});
export type CompanyRow = z.infer<typeof companyRowSchema>;

/** A row in search results. `known`: whether the library already contained the company. */
export const resultRowSchema = z.strictObject({
  ...companyRowSchema.shape,
  position: z.int().min(0).max(499),
  roundId: z.string().max(200).nullable(),
  known: z.boolean(),
});
export type ResultRow = z.infer<typeof resultRowSchema>;

/** The library can be filtered for companies that have an open contact window, contacts or a note. */
export const libraryHasSchema = z.enum(['window', 'people', 'note']);
export type LibraryHas = z.infer<typeof libraryHasSchema>;

export const libraryRowSchema = z.strictObject({
  ...companyRowSchema.shape,
  watchlists: z.array(z.string().max(200)).max(50),
  hasNote: z.boolean(),
  hasPeople: z.boolean(),
  /** The status and tags set by the user; absent if there are none. */
  status: z.string().max(80).optional(),
  ownTags: z.array(z.string().max(80)).max(50).optional(),
  /**
   * Where the search found the words that the company's own text lacks; absent if that text contains all
   * search words. `tag`: in the tags. `note`: in the note, and possibly in tags. `person`: in contacts, and
   * possibly in the note or tags.
   */
  matched: z.enum(['tag', 'note', 'person']).optional(),
  /** The words of the note around the match, as plain text. Only set if `matched` is `note`. */
  excerpt: z.string().max(NOTE_EXCERPT_MAX).optional(),
});
export type LibraryRow = z.infer<typeof libraryRowSchema>;

export const investorSchema = z.strictObject({ name, role: z.string().max(100) });
export type Investor = z.infer<typeof investorSchema>;

export const roundSchema = z.strictObject({
  roundId: z.string().max(200),
  stage: z.string().max(100).nullable(),
  amount: amountSchema.nullable(),
  amountUsd: z.number().nullable(),
  announcedOn: z.string().max(10).nullable(),
  /**
   * The first page of the investors, lead investors first; null if the source does not include them.
   * `companies.investors` returns the others.
   */
  investors: z.array(investorSchema).max(LIST_LIMIT_MAX).nullable(),
  /** Number of stored investors, on all pages. */
  storedInvestors: z.int().min(0),
  stamp: stampSchema,
  /**
   * Set if a later fetch of all the company's rounds did not include this round. The round is then left out
   * of sums.
   */
  gone: z.literal(true).optional(),
});
export type Round = z.infer<typeof roundSchema>;

export const personSchema = z.strictObject({
  personId: z.string().max(200),
  name,
  title: name.nullable(),
  email: z.string().max(320).nullable(),
  /**
   * Whether the email address is valid. An invalid address is stored as received, but the user cannot copy it
   * or write to it.
   */
  emailValid: z.boolean(),
  linkedinUrl: url.nullable(),
  /** How well the title matches the user's buyer roles. Absent if no buyer roles are set. */
  match: contactMatchSchema.optional(),
  stamp: stampSchema,
});
export type Person = z.infer<typeof personSchema>;

/**
 * A company's contacts. `told-none`: the service returned no contacts. `closed`: the contact window has
 * closed, so the service returns no contacts. `locked`: contacts are stored, but their key is not available.
 * `not-kept`: the user chose not to store contacts. `paced`: the app does not show these contacts yet,
 * because it has shown the contacts of too many companies within a minute.
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
  /** A page of the stored contacts, sorted by name. */
  people: z.array(personSchema).max(LIST_LIMIT_MAX),
  /** Total number of stored contacts that can be read. */
  stored: z.int().min(0),
  total: z.int().min(0),
  stamp: stampSchema.nullable(),
  hint: z.string().max(1_000).nullable(),
  /** Time in ms until the contacts can be shown again. Present only with `paced`. */
  againAfterMs: z.int().min(1).optional(),
});
export type ContactsOfCompany = z.infer<typeof peopleSchema>;

/** Contact state of a company without stored contacts. The type cannot contain a contact. */
const noContactsSchema = peopleSchema.extend({ people: z.array(z.never()).max(0) });
export type NoContacts = z.infer<typeof noContactsSchema>;

/** One page of a company's industries. */
export const industriesSchema = z.array(z.string().max(200)).max(LIST_LIMIT_MAX);
export const companyTagSchema = z.strictObject({
  name: z.string().max(200),
  category: z.string().max(100).nullable(),
});
export type CompanyTag = z.infer<typeof companyTagSchema>;

export const companyViewSchema = z.strictObject({
  row: companyRowSchema,
  description: z.string().max(TEXT_MAX).nullable(),
  website: url.nullable(),
  linkedinUrl: url.nullable(),
  /** The first page of the industries; `companies.industries` returns the others. */
  industries: industriesSchema,
  storedIndustries: z.int().min(0),
  /** The first page of the tags; `companies.tags` returns the others. */
  tags: z.array(companyTagSchema).max(LIST_LIMIT_MAX),
  storedTags: z.int().min(0),
  /** The newest stored rounds; `companies.rounds` returns the others. */
  rounds: z.array(roundSchema).max(LIST_LIMIT_MAX),
  storedRounds: z.int().min(0),
  totalRounds: z.int().min(0).nullable(),
  /**
   * The sum of the rounds' amounts in US dollars, and the number of rounds with an amount in US dollars; null
   * if no round has one. Amounts in other currencies are not converted.
   */
  raisedUsd: z.strictObject({ total: z.number(), rounds: z.int().min(0) }).nullable(),
  totalContacts: z.int().min(0).nullable(),
  /**
   * Other companies with the same website. Omits companies that the user has marked as not being duplicates.
   */
  duplicates: z.array(z.strictObject({ companyId: companyIdSchema, name })).max(DUPLICATES_MAX),
  /**
   * The contact state of a company without stored contacts. Absent if contacts are stored; `companies.people`
   * returns the stored contacts.
   */
  nobody: noContactsSchema.optional(),
  /** Source and time of each panel's content; null for content that was never fetched. */
  stamps: z.strictObject({
    overview: stampSchema,
    profile: stampSchema.nullable(),
    rounds: stampSchema.nullable(),
    /**
     * Source and time of the newest response of `/companies/{id}/fundings`, which returns all rounds with
     * their investors (spec §4.5).
     */
    allRounds: stampSchema.nullable(),
    people: stampSchema.nullable(),
  }),
  /** Set if the service returned a 404 for a company that it had returned before. */
  gone: z.strictObject({ atMs: timeMsSchema }).nullable(),
  /**
   * Set if the library has only the user's own data about this company. `isLocal`: the company has no id from
   * the service, so nothing can be fetched for it. Unknown texts are empty.
   */
  ownDataOnly: z
    .strictObject({
      isLocal: z.boolean(),
      websiteHost: z.string().max(253),
      /** The page name in the company's LinkedIn URL, such as `acme`. */
      linkedinPage: z.string().max(200),
    })
    .optional(),
});
export type CompanyView = z.infer<typeof companyViewSchema>;

/**
 * State of a panel with its own endpoint. `summary`: the panel itself was not fetched, but the company detail
 * contains a summary of it. `none`: the service reported that there is no content. `unavailable`: the service
 * returned a 404 that has several possible causes, for example that the company's website was down (spec
 * §4.4).
 */
const panelStateSchema = z.enum(['never-fetched', 'summary', 'fetched', 'none', 'unavailable']);
export type PanelState = z.infer<typeof panelStateSchema>;

const panelFacts = {
  state: panelStateSchema,
  /** Source and time of the content; null if there is no content. */
  stamp: stampSchema.nullable(),
  /**
   * Time of the service's last 404; null if there was none, or if the service has returned data since then.
   */
  refusedAtMs: timeMsSchema.nullable(),
  /**
   * Earliest server time at which to request the content again after the 404 of `refusedAtMs`. Null for
   * panels without a waiting time, or if a newer round or webhook event ended the wait.
   */
  askAgainAtMs: timeMsSchema.nullable(),
  /** Number of stored items, on all pages. */
  total: z.int().min(0),
};

export const technologySchema = z.strictObject({
  name: z.string().max(200),
  description: z.string().max(1_000).nullable(),
  /** The first of the technology's categories; null if it has none. */
  category: z.string().max(100).nullable(),
});
export type Technology = z.infer<typeof technologySchema>;
/** One page of a tech stack's categories. */
export const techCategoriesSchema = z.array(z.string().max(100)).max(LIST_LIMIT_MAX);
export const techPanelSchema = z.strictObject({
  ...panelFacts,
  /**
   * The first page of the technologies. They are grouped by category, and the largest category comes first.
   * `companies.technologies` returns the other pages.
   */
  technologies: z.array(technologySchema).max(LIST_LIMIT_MAX),
  /** The website that the service analysed; null if unknown. */
  domain: z.string().max(253).nullable(),
  /**
   * The first page of the categories that contain none of the stored technologies. `companies.techCategories`
   * returns the other pages.
   */
  otherCategories: techCategoriesSchema,
  /** Total number of categories that contain none of the stored technologies. */
  storedOtherCategories: z.int().min(0),
});
export type TechPanel = z.infer<typeof techPanelSchema>;

export const highlightSchema = z.strictObject({
  highlightId: z.string().max(200).nullable(),
  text: z.string().max(2_000),
  /** The source as received: `news`, `ai` or an undocumented value. */
  source: z.string().max(50),
  /** Null if the only source of the highlight is the company detail, which contains no times (spec §2.2). */
  createdAtMs: timeMsSchema.nullable(),
});
export type Highlight = z.infer<typeof highlightSchema>;
const highlightsPanelSchema = z.strictObject({
  ...panelFacts,
  /** The first page of highlights. `companies.highlights` returns the others. */
  highlights: z.array(highlightSchema).max(LIST_LIMIT_MAX),
});
export type HighlightsPanel = z.infer<typeof highlightsPanelSchema>;

export const articleSchema = z.strictObject({
  articleId: z.string().max(200),
  title: z.string().max(1_000),
  url: url.nullable(),
  /** The round to which the article refers; null if that round is not stored. */
  roundId: z.string().max(200).nullable(),
  createdAtMs: timeMsSchema.nullable(),
});
export type Article = z.infer<typeof articleSchema>;
/** The first page of stored articles, newest first. `companies.news` returns the others. */
const newsPanelSchema = z.strictObject({
  ...panelFacts,
  articles: z.array(articleSchema).max(LIST_LIMIT_MAX),
});
export type NewsPanel = z.infer<typeof newsPanelSchema>;

export const openRoleSchema = z.strictObject({
  roleId: z.string().max(200),
  title: z.string().max(500),
  /** The English title; null if it is the same as `title`. */
  titleEn: z.string().max(500).nullable(),
  employmentType: z.string().max(100).nullable(),
  location: z.string().max(300).nullable(),
  remoteType: z.string().max(100).nullable(),
  /** A value from spec §4.8, or an undocumented value. */
  department: z.string().max(100).nullable(),
  seniority: z.string().max(100).nullable(),
  url: url.nullable(),
  firstSeenAtMs: timeMsSchema.nullable(),
  /** Time at which the service last compared the role with its source; null if not provided. */
  lastSyncedAtMs: timeMsSchema.nullable(),
  stamp: stampSchema,
  /**
   * Whether the role was missing from the last complete fetch without filters. If so, it was filled or
   * withdrawn.
   */
  gone: z.boolean(),
});
export type OpenRole = z.infer<typeof openRoleSchema>;
const roleCount = z.strictObject({ value: z.string().max(100), count: z.int().min(0) });
export const rolesPanelSchema = z.strictObject({
  ...panelFacts,
  /**
   * A page of the stored roles that match the query's department, seniority and text. Open roles come before
   * closed roles. Within each group, the newest role comes first.
   */
  roles: z.array(openRoleSchema).max(50),
  matching: z.int().min(0),
  /** Number of stored open roles per department and per seniority. */
  departments: z.array(roleCount).max(50),
  seniorities: z.array(roleCount).max(50),
  /**
   * Number of open roles that the service reported in the last unfiltered fetch; null if there has been none.
   */
  reportedTotal: z.int().min(0).nullable(),
  /** The next page of an incomplete unfiltered fetch; null if the fetch is complete or was never started. */
  next: z.strictObject({ page: z.int().min(2), perPage: z.int().min(1).max(50) }).nullable(),
});
export type RolesPanel = z.infer<typeof rolesPanelSchema>;

/**
 * How to fetch the company's open roles that match the role filters selected by the user. The service applies
 * these filters (spec §4.8).
 */
export const roleRequestSchema = z.strictObject({
  /** The number of matching roles that the service last reported; null if it never reported one. */
  total: z.int().min(0).nullable(),
  /** Time at which the service reported `total`. */
  countedAtMs: timeMsSchema.nullable(),
  /** The page size at which fetching all matching roles costs the least. */
  perPage: z.int().min(1).max(LIST_LIMIT_MAX),
  /** The next page to fetch; null if all pages have been fetched, or if no page has. */
  next: rolesPanelSchema.shape.next,
});
export type RoleRequest = z.infer<typeof roleRequestSchema>;

/** The stored content of all panels with their own endpoints, except open roles. */
export const panelsSchema = z.strictObject({
  tech: techPanelSchema,
  highlights: highlightsPanelSchema,
  news: newsPanelSchema,
});
export type Panels = z.infer<typeof panelsSchema>;
