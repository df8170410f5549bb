import { z } from 'zod';
import { call, push } from '../kit.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import { listQuerySchema } from '../../model/query.ts';
import { savedQuerySchema, savedSearchIdSchema, savedSearchSchema } from '../../model/saved-search.ts';
import { resultSetSchema } from '../../model/search.ts';
import { markNameSchema, undoSchema } from '../../model/user-data.ts';
import { changed, nothing } from '../atoms.ts';

const id = savedSearchIdSchema;

/**
 * Named searches of the service. They are user data; `marks.undo` can undo every change. None of these
 * functions sends a request. `search.run` fetches the results of a saved search. Saved searches with the same
 * query share their results.
 */
export const savedSearchesContract = {
  /** Returns all saved searches in the user's order. */
  list: call(nothing).returns(z.strictObject({ searches: z.array(savedSearchSchema).max(LIST_LIMIT_MAX) })),
  /**
   * Saves a query. Rows already stored for the query count as seen. If there is already a search with the
   * same query, returns that search with `existed: true` and changes nothing.
   * @throws AppFailure `conflict` (`name-taken`); `validation` if there are already 50 searches
   */
  create: call(z.strictObject({ name: markNameSchema, search: savedQuerySchema })).returns(
    z.strictObject({ id, name: markNameSchema, existed: z.boolean(), undo: undoSchema }),
  ),
  /** @throws AppFailure `conflict` (`name-taken`), `not-found` (`saved-search`) */
  rename: call(z.strictObject({ id, name: markNameSchema })).returns(changed),
  /**
   * Replaces a saved search's query.
   * @throws AppFailure `conflict` (`already-saved`) if another search has the same query; `not-found`
   * (`saved-search`)
   */
  replace: call(z.strictObject({ id, search: savedQuerySchema })).returns(changed),
  /**
   * Moves a search up or down by one position.
   * @throws AppFailure `not-found` (`saved-search`)
   */
  move: call(z.strictObject({ id, by: z.union([z.literal(-1), z.literal(1)]) })).returns(changed),
  remove: call(z.strictObject({ id })).returns(changed),
  /**
   * Marks all of a saved search's current rows as seen.
   * @throws AppFailure `not-found` (`saved-search`)
   */
  markSeen: call(z.strictObject({ id })).returns(changed),
  /**
   * Returns the ids of the unseen rows, except rows of companies that are snoozed, done or no longer stored.
   * In a search for companies, a row's id is the company's id. In a search for rounds, it has the form
   * `r1/c1` (round and company), or `none/c1` if the row has no round id.
   *
   * @throws AppFailure `not-found` (`saved-search`)
   */
  newRows: call(
    z.strictObject({ id, offset: z.int().min(0).max(1_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) }),
  ).returns(
    z.strictObject({ rowIds: z.array(z.string().max(500)).max(LIST_LIMIT_MAX), total: z.int().min(0) }),
  ),
  /**
   * Returns the query that a saved search has today, and the newest result set stored for the search. Dates
   * in a saved search may be relative to today. `current` is false if the result set belongs to the query of
   * an earlier day.
   * @throws AppFailure `not-found` (`saved-search`)
   */
  open: call(z.strictObject({ id })).returns(
    z.strictObject({
      question: listQuerySchema,
      set: resultSetSchema.nullable(),
      current: z.boolean(),
    }),
  ),
  onChanged: push(nothing),
};
