import { z } from 'zod';
import { libraryFiltersSchema, librarySortSchema } from './library.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { watchlistIdSchema } from './watchlist.ts';
import { markNameSchema, tagIdSchema } from './words.ts';

/* Filters of the Library that the seller keeps under a name. */

/** As JSON; hundreds of chosen values fit, a reply with every filter stays small. */
const QUESTION_CHARS_MAX = 10_000;

/** What the Library is asked: words, filters and order. */
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
/** A list or tag that a filter asks for and that is there no more; null: not even its name is known. */
const gone = <T extends z.ZodType>(id: T) =>
  z.array(z.strictObject({ id, name: z.string().max(200).nullable() })).max(LIST_LIMIT_MAX);

export const savedFilterSchema = z.strictObject({
  id: savedFilterIdSchema,
  name: markNameSchema,
  /** A tag that was merged is the one that took it in. Null: kept by another version, this one cannot read it. */
  question: savedQuestionSchema.nullable(),
  /** Nobody can stand on these lists or bear these tags: the filter asks for them in vain. */
  gone: z.strictObject({ lists: gone(watchlistIdSchema), ownTags: gone(tagIdSchema) }),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;
