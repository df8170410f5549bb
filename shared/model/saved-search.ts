import { z } from 'zod';
import { previewSchema, timeMsSchema } from './budget.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { calendarDateSchema, companiesQuerySchema, fundingsQuerySchema } from './query.ts';
import { unlistedValueSchema } from './search.ts';
import { markNameSchema } from './words.ts';

/* Searches that the seller keeps under a name. */

/** As JSON; hundreds of chosen values fit, a reply with every saved search stays small. */
const KEPT_CHARS_MAX = 10_000;

/** Announcement dates as they were chosen: `last` so many UTC days, today included, whenever it is asked. */
export const searchDatesSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('last'), days: z.int().min(1).max(366) }),
  z.strictObject({ kind: z.literal('between'), start: calendarDateSchema, end: calendarDateSchema }),
]);
export type SearchDates = z.infer<typeof searchDatesSchema>;

const placeless = { fundingDateStart: true, fundingDateEnd: true, offset: true } as const;
/** What a saved search asks of one of the two lists: its filters and page size, with dates as relative as they were chosen. */
export const keptSearchSchema = z
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
  .refine((kept) => JSON.stringify(kept).length <= KEPT_CHARS_MAX, 'too many values for one search');
export type KeptSearch = z.infer<typeof keptSearchSchema>;

export const savedSearchIdSchema = z.string().regex(/^\d{1,15}$/);
const count = z.int().min(0);

export const savedSearchSchema = z.strictObject({
  id: savedSearchIdSchema,
  name: markNameSchema,
  /** Null: kept by another version, this one cannot read it. */
  search: keptSearchSchema.nullable(),
  /** The first page, asked now; null where it cannot be asked. */
  price: previewSchema.nullable(),
  /** Rows that came for it, are still kept here, and were not marked as seen. */
  fresh: count,
  /** When the service last told of what it asks; null: never asked. */
  fetchedAtMs: timeMsSchema.nullable(),
  /** When it was last marked as seen; null: never. */
  viewedAtMs: timeMsSchema.nullable(),
  /** Filter values that `/filters` lists no more: the search asks for them in vain. */
  unlisted: z.array(unlistedValueSchema).max(LIST_LIMIT_MAX),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;
