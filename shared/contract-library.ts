import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { companyIdSchema, libraryHasSchema, libraryRowSchema, NAME_MAX } from './model/company.ts';
import { libraryFacetsSchema, libraryFiltersSchema, librarySortSchema } from './model/library.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import { watchlistIdSchema, watchlistSchema } from './model/watchlist.ts';

const position = { offset: z.int().min(0).max(10_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };
const count = z.int().min(0);

const question = {
  text: z.string().max(200).default(''),
  watchlistId: watchlistIdSchema.nullable().default(null),
  /** Only companies that have this. `withNote` to `windowOpen` count what there is without it. */
  has: libraryHasSchema.nullable().default(null),
  filters: libraryFiltersSchema.prefault({}),
  sort: librarySortSchema.default('fetched'),
  /** Answers the rows from this position on too, a page of them: what is typed is painted after one round trip. */
  rowsFrom: position.offset.nullable().default(null),
};

const found = {
  queryId: z.string().max(60),
  total: count,
  libraryTotal: count,
  /** What the list is really ordered by: without a word to be relevant for, the newest announcement. */
  sortedBy: librarySortSchema.optional(),
  /** Ordered by amount: where each currency begins. Companies without an amount come after the last. */
  currencies: z
    .array(z.strictObject({ currency: z.string().max(200).nullable(), offset: count, count }))
    .max(LIST_LIMIT_MAX)
    .optional(),
  /** Only where `rowsFrom` asked for them; a core that answers none leaves them out. */
  rows: z.array(libraryRowSchema).max(LIST_LIMIT_MAX).optional(),
};

/** The part of the contract that is about the library: what is kept here, searched and counted here. */
export const libraryContract = {
  /**
   * Opens a list by position; the ids stay in the core. At most 20 queries stay open, the oldest is forgotten. Every word typed
   * has to begin a word of the company's texts, of the seller's tags, of its note or of its people; nothing typed is an operator.
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
      /** Of this list. Absent from a core that does not count them. */
      counts: libraryFacetsSchema.optional(),
    }),
  ),
  /** As `open`, before anything is counted: what is typed need not wait for that. `counts` tells it of the list. */
  find: call(z.strictObject(question)).returns(z.strictObject(found)),
  /** Of an open list; where a company changed since it was opened, of what the same question finds now. */
  counts: call(z.strictObject({ queryId: z.string().max(60) })).returns(
    z.strictObject({ counts: libraryFacetsSchema }),
  ),
  rows: call(z.strictObject({ queryId: z.string().max(60), ...position })).returns(
    z.strictObject({ rows: z.array(libraryRowSchema).max(LIST_LIMIT_MAX) }),
  ),
  /** Companies whose name holds every word typed, the best first: for the palette. */
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
  onChanged: push(z.strictObject({})),
};
