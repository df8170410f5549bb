import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import { savedFilterIdSchema, savedFilterSchema, savedQuestionSchema } from './model/saved-filter.ts';
import { markNameSchema, undoSchema } from './model/words.ts';

const nothing = z.strictObject({});
const changed = z.strictObject({ undo: undoSchema });
const id = savedFilterIdSchema;

/** Filters of the Library, kept by name in the seller's own file. Every change is taken back by `marks.undo`. */
export const savedFiltersContract = {
  /** By name. */
  list: call(nothing).returns(z.strictObject({ filters: z.array(savedFilterSchema).max(LIST_LIMIT_MAX) })),
  /** Throws conflict name-taken; validation where there are 50 already. */
  create: call(z.strictObject({ name: markNameSchema, question: savedQuestionSchema })).returns(
    z.strictObject({ id, undo: undoSchema }),
  ),
  /** Throws conflict name-taken, not-found saved-filter. */
  rename: call(z.strictObject({ id, name: markNameSchema })).returns(changed),
  /** It asks something else from now on. Throws not-found saved-filter. */
  replace: call(z.strictObject({ id, question: savedQuestionSchema })).returns(changed),
  remove: call(z.strictObject({ id })).returns(changed),
  onChanged: push(nothing),
};
