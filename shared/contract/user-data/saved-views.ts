import { z } from 'zod';
import { call, push } from '../kit.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import { savedFilterIdSchema, savedFilterSchema, savedQuestionSchema } from '../../model/saved-filter.ts';
import { markNameSchema, undoSchema } from '../../model/user-data.ts';
import { changed, nothing } from '../atoms.ts';

const id = savedFilterIdSchema;

/** Saved views of the library. They are user data; `marks.undo` can undo every change. */
export const savedFiltersContract = {
  /** Returns all views, sorted by name. */
  list: call(nothing).returns(z.strictObject({ filters: z.array(savedFilterSchema).max(LIST_LIMIT_MAX) })),
  /** @throws AppFailure `conflict` (`name-taken`); `validation` if there are already 50 views */
  create: call(z.strictObject({ name: markNameSchema, question: savedQuestionSchema })).returns(
    z.strictObject({ id, undo: undoSchema }),
  ),
  /** @throws AppFailure `conflict` (`name-taken`), `not-found` (`saved-filter`) */
  rename: call(z.strictObject({ id, name: markNameSchema })).returns(changed),
  /**
   * Replaces a view's filters.
   * @throws AppFailure `not-found` (`saved-filter`)
   */
  replace: call(z.strictObject({ id, question: savedQuestionSchema })).returns(changed),
  remove: call(z.strictObject({ id })).returns(changed),
  onChanged: push(nothing),
};
