import { z } from 'zod';
import { libraryFiltersSchema, librarySortSchema } from './library.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { watchlistIdSchema } from './watchlist.ts';
import { markNameSchema, statusIdSchema, tagIdSchema } from './user-data.ts';
import { rowIdSchema } from './atoms.ts';

/* Saved views: named filters of the library. */

/**
 * Maximum length of the query as JSON. This is enough for hundreds of values, and limits the size of a reply
 * that contains all views.
 */
const QUESTION_CHARS_MAX = 10_000;

/** A library query: text, filters and order. */
export const savedQuestionSchema = z
  .strictObject({
    text: z.string().max(200),
    filters: libraryFiltersSchema,
    sort: librarySortSchema,
  })
  .refine(
    (question) => JSON.stringify(question).length <= QUESTION_CHARS_MAX,
    'too many values for one filter',
  );
export type SavedQuestion = z.infer<typeof savedQuestionSchema>;

export const savedFilterIdSchema = rowIdSchema;
/** The deleted lists, statuses or tags that a filter contains. `name` is null if the name is unknown. */
const deletedList = <T extends z.ZodType>(id: T) =>
  z.array(z.strictObject({ id, name: z.string().max(200).nullable() })).max(LIST_LIMIT_MAX);

export const savedFilterSchema = z.strictObject({
  id: savedFilterIdSchema,
  name: markNameSchema,
  /**
   * The saved query. If a tag was merged into another tag, the query contains the other tag. Null if another
   * version of the app saved a query that this version cannot read.
   */
  question: savedQuestionSchema.nullable(),
  /** Lists, statuses and tags that were deleted but are still selected in the view. No company matches them. */
  deletedMarks: z.strictObject({
    lists: deletedList(watchlistIdSchema),
    statuses: deletedList(statusIdSchema),
    ownTags: deletedList(tagIdSchema),
  }),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;
