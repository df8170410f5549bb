import { z } from 'zod';
import { call, push } from './kit.ts';
import { companyIdSchema, libraryHasSchema, libraryRowSchema, NAME_MAX } from '../model/company.ts';
import {
  currencyGroupsSchema,
  libraryFacetsSchema,
  libraryFiltersSchema,
  librarySortSchema,
} from '../model/library.ts';
import { CONTACT_MATCHES_MAX, LIST_LIMIT_MAX } from '../model/limits.ts';
import { whyNowListSchema } from '../model/why-now.ts';
import { watchlistIdSchema, watchlistSchema } from '../model/watchlist.ts';
import { nothing, position } from './atoms.ts';
import { countSchema as count } from '../model/atoms.ts';

const question = {
  text: z.string().max(200).default(''),
  watchlistId: watchlistIdSchema.nullable().default(null),
  /**
   * Selects only companies with this attribute. The counts `withNote`, `withPeople` and `windowOpen` ignore
   * this filter.
   */
  has: libraryHasSchema.nullable().default(null),
  filters: libraryFiltersSchema.prefault({}),
  sort: librarySortSchema.default('fetched'),
  /** If set, the reply also contains a page of rows starting at this position, which saves a round trip. */
  rowsFrom: position.offset.nullable().default(null),
};

const found = {
  queryId: z.string().max(60),
  total: count,
  libraryTotal: count,
  /**
   * The sort order that was used. Without search text, it is `announced` even if `relevance` was requested.
   */
  sortedBy: librarySortSchema.optional(),
  currencies: currencyGroupsSchema.optional(),
  /** Present only if `rowsFrom` was set and the core supports it. */
  rows: z.array(libraryRowSchema).max(LIST_LIMIT_MAX).optional(),
};

/** The library. Searching and counting use only local data, without requests to the service. */
export const libraryContract = {
  /**
   * Opens a result list. Its company ids remain in the core. At most 20 lists are open at a time; opening
   * another closes the oldest. Every typed word must be a prefix of a word in the company's text, tags or
   * note. Search operators are not supported. Contacts are searched only by `contactMatches`.
   */
  open: call(z.strictObject(question)).returns(
    z.strictObject({
      ...found,
      facets: z.strictObject({
        watchlists: z.array(watchlistSchema).max(LIST_LIMIT_MAX),
        withNote: count,
        withPeople: count,
        windowOpen: count,
      }),
      /** The facets of this list; absent if they must be fetched with `counts`. */
      counts: libraryFacetsSchema.optional(),
    }),
  ),
  /** Like `open`, but returns no facets, so results appear sooner while the user types. */
  find: call(z.strictObject(question)).returns(z.strictObject(found)),
  /**
   * Returns the facets of an open list. If a company has changed since the list was opened, runs the search
   * again first.
   */
  counts: call(z.strictObject({ queryId: z.string().max(60) })).returns(
    z.strictObject({ counts: libraryFacetsSchema }),
  ),
  rows: call(z.strictObject({ queryId: z.string().max(60), ...position })).returns(
    z.strictObject({ rows: z.array(libraryRowSchema).max(LIST_LIMIT_MAX) }),
  ),
  /**
   * Returns companies in which a typed word of at least three characters occurs only in the name or title of
   * a contact. Open lists do not contain these companies, because lists do not search contacts. The companies
   * pass the list's filters, but the list's counts do not include them. Each returned company counts toward
   * the limit on contacts per minute (ADR 54). Once that limit is reached, matches may be missing, and
   * `againAfterMs` is the time in ms until contacts can be searched again.
   */
  contactMatches: call(z.strictObject({ queryId: z.string().max(60) })).returns(
    z.strictObject({
      rows: z.array(libraryRowSchema).max(CONTACT_MATCHES_MAX),
      againAfterMs: z.int().min(1).nullable(),
    }),
  ),
  /**
   * Returns up to eight companies whose names contain every typed word, best match first, for the command
   * palette.
   */
  named: call(z.strictObject({ text: z.string().trim().min(1).max(200) })).returns(
    z.strictObject({
      companies: z
        .array(
          z.strictObject({
            companyId: companyIdSchema,
            name: z.string().max(NAME_MAX),
            stage: z.string().max(100).nullable(),
            countryName: z.string().max(200).nullable(),
          }),
        )
        .max(8),
    }),
  ),
  /**
   * Returns the stored companies to which a website, an e-mail address or a LinkedIn URL belongs. `address`
   * is null if `text` is none of these. `match` states how a company was found: the address belongs to the
   * company itself (`company`) or to one of its contacts (`contact`). If there is no such company, companies
   * whose names begin with the name in the address are returned (`name`). Companies found through a contact
   * count toward the limit on contacts per minute (ADR 54). `againAfterMs` has the same meaning as in
   * `contactMatches`.
   */
  byAddress: call(z.strictObject({ text: z.string().trim().min(1).max(500) })).returns(
    z.strictObject({
      address: z
        .strictObject({
          kind: z.enum(['email', 'linkedin', 'website']),
          /** The host of the company's website; null if the address does not contain it. */
          host: z.string().max(253).nullable(),
          /** The text to enter when searching the service for this company; null if there is none. */
          searchText: z.string().max(200).nullable(),
        })
        .nullable(),
      companies: z
        .array(
          z.strictObject({
            companyId: companyIdSchema,
            name: z.string().max(NAME_MAX),
            stage: z.string().max(100).nullable(),
            countryName: z.string().max(200).nullable(),
            match: z.enum(['company', 'contact', 'name']),
            /** Id of the contact; null if the address belongs to the company. */
            personId: z.string().max(200).nullable(),
          }),
        )
        .max(8),
      againAfterMs: z.int().min(1).nullable(),
    }),
  ),
  /**
   * Returns the facts behind the why-now lines of a page of companies. Omits companies without such facts.
   * Only open roles in the departments of the user's buyer roles are counted.
   */
  whyNow: call(z.strictObject({ ids: z.array(companyIdSchema).max(LIST_LIMIT_MAX) })).returns(
    z.strictObject({ companies: whyNowListSchema }),
  ),
  onChanged: push(nothing),
};
