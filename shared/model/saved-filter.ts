import { z } from 'zod';
import { libraryFiltersSchema, librarySortSchema } from './library.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { watchlistIdSchema } from './watchlist.ts';
import { markNameSchema, tagIdSchema } from './user-data.ts';

/* Saved views: named filters of the library. */

/** Maximum length as JSON: room for hundreds of values, while a reply with all views stays small. */
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

export const savedFilterIdSchema = z.string().regex(/^\d{1,15}$/);
/** A deleted list or tag that a filter refers to; null if its name is unknown. */
const gone = <T extends z.ZodType>(id: T) =>
  z.array(z.strictObject({ id, name: z.string().max(200).nullable() })).max(LIST_LIMIT_MAX);

export const savedFilterSchema = z.strictObject({
  id: savedFilterIdSchema,
  name: markNameSchema,
  /**
   * Merged tags are replaced by their targets. Null if another version wrote a filter that this one cannot read.
   */
  question: savedQuestionSchema.nullable(),
  /** Deleted lists and tags of the filter, which no company can match. */
  gone: z.strictObject({ lists: gone(watchlistIdSchema), ownTags: gone(tagIdSchema) }),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;
