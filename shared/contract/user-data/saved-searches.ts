import { z } from 'zod';
import { call, push } from '../kit.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import { listQuerySchema } from '../../model/query.ts';
import { savedQuerySchema, savedSearchIdSchema, savedSearchSchema } from '../../model/saved-search.ts';
import { resultSetSchema } from '../../model/search.ts';
import { markNameSchema, undoSchema } from '../../model/user-data.ts';

const nothing = z.strictObject({});
const changed = z.strictObject({ undo: undoSchema });
const id = savedSearchIdSchema;

/**
 * Named searches of the service, stored as user data. No call here sends a request: `search.run` runs a search,
 * and its results count for every saved search with the same query. Every change can be undone with `marks.undo`.
 */
export const savedSearchesContract = {
  /** In the user's order. */
  list: call(nothing).returns(z.strictObject({ searches: z.array(savedSearchSchema).max(LIST_LIMIT_MAX) })),
  /**
   * Saves a query; rows already stored for it count as seen. If a search with the same query exists, it is
   * returned with `existed` and nothing changes.
   * @throws AppFailure conflict name-taken; validation if there are already 50
   */
  create: call(z.strictObject({ name: markNameSchema, search: savedQuerySchema })).returns(
    z.strictObject({ id, name: markNameSchema, existed: z.boolean(), undo: undoSchema }),
  ),
  /** @throws AppFailure conflict name-taken, not-found saved-search */
  rename: call(z.strictObject({ id, name: markNameSchema })).returns(changed),
  /**
   * Replaces the query.
   * @throws AppFailure conflict already-saved if another search has it; not-found saved-search
   */
  replace: call(z.strictObject({ id, search: savedQuerySchema })).returns(changed),
  /**
   * Moves a search up or down by one.
   * @throws AppFailure not-found saved-search
   */
  move: call(z.strictObject({ id, by: z.union([z.literal(-1), z.literal(1)]) })).returns(changed),
  remove: call(z.strictObject({ id })).returns(changed),
  /**
   * Marks all its current rows as seen.
   * @throws AppFailure not-found saved-search
   */
  markSeen: call(z.strictObject({ id })).returns(changed),
  /**
   * Ids of the new rows: `r1/c1` for round and company, `none/c1` for a row without a round id, and the
   * company id in the list of companies.
   * @throws AppFailure not-found saved-search
   */
  newRows: call(
    z.strictObject({ id, offset: z.int().min(0).max(1_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) }),
  ).returns(
    z.strictObject({ rowIds: z.array(z.string().max(500)).max(LIST_LIMIT_MAX), total: z.int().min(0) }),
  ),
  /**
   * Returns the query as of today and the newest stored response: for the same query (`current`), or for that
   * of an earlier day.
   * @throws AppFailure not-found saved-search
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
