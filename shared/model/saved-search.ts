import { z } from 'zod';
import { previewSchema, timeMsSchema } from './budget.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { calendarDateSchema, companiesQuerySchema, fundingsQuerySchema } from './query.ts';
import { unlistedValueSchema } from './search.ts';
import { markNameSchema } from './user-data.ts';
import { countSchema as count, rowIdSchema } from './atoms.ts';

/* Named searches of the service. */

/**
 * Maximum length of the query as JSON. This is enough for hundreds of values, and limits the size of a reply
 * that contains all saved searches.
 */
const MAX_STORED_CHARS = 10_000;

/**
 * Announcement dates as chosen by the user. `last` means the last `days` UTC days, including the day on which
 * the search runs.
 */
const searchDatesSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('last'), days: z.int().min(1).max(366) }),
  z.strictObject({ kind: z.literal('between'), start: calendarDateSchema, end: calendarDateSchema }),
]);
export type SearchDates = z.infer<typeof searchDatesSchema>;

const placeless = { fundingDateStart: true, fundingDateEnd: true, offset: true } as const;
/** A saved search's query: filters, page size, and absolute or relative dates. */
export const savedQuerySchema = z
  .discriminatedUnion('list', [
    z.strictObject({
      list: z.literal('fundings'),
      dates: searchDatesSchema,
      query: fundingsQuerySchema.omit(placeless),
    }),
    z.strictObject({
      list: z.literal('companies'),
      dates: searchDatesSchema,
      query: companiesQuerySchema.omit(placeless),
    }),
  ])
  .refine((kept) => JSON.stringify(kept).length <= MAX_STORED_CHARS, 'too many values for one search');
export type SavedQuery = z.infer<typeof savedQuerySchema>;

export const savedSearchIdSchema = rowIdSchema;

export const savedSearchSchema = z.strictObject({
  id: savedSearchIdSchema,
  name: markNameSchema,
  /** The query; null if another version of the app saved it and this version cannot read it. */
  search: savedQuerySchema.nullable(),
  /** Current price of the first page; null if the search cannot be sent. */
  price: previewSchema.nullable(),
  /** Number of unseen rows, excluding rows of companies that are snoozed, done or no longer stored. */
  fresh: count,
  /** Time at which results were last fetched; null if never. */
  fetchedAtMs: timeMsSchema.nullable(),
  /** Time at which the search was last marked as seen; null if never. */
  viewedAtMs: timeMsSchema.nullable(),
  /** Filter values that are no longer in `/filters`. */
  unlisted: z.array(unlistedValueSchema).max(LIST_LIMIT_MAX),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;
