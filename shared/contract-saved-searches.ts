import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import { listQuerySchema } from './model/query.ts';
import { keptSearchSchema, savedSearchIdSchema, savedSearchSchema } from './model/saved-search.ts';
import { resultSetSchema } from './model/search.ts';
import { markNameSchema, undoSchema } from './model/words.ts';

const nothing = z.strictObject({});
const changed = z.strictObject({ undo: undoSchema });
const id = savedSearchIdSchema;

/**
 * Searches that the seller keeps by name, in his own file. Nothing here calls the service: a search is run by `search.run`,
 * and what comes counts for every saved search that asks just this. Every change is taken back by `marks.undo`.
 */
export const savedSearchesContract = {
  /** In the seller's order. */
  list: call(nothing).returns(z.strictObject({ searches: z.array(savedSearchSchema).max(LIST_LIMIT_MAX) })),
  /**
   * Keeps a question under a name. What is kept of it already counts as seen: new is what comes from now on. Where a search
   * asks just this already, that one is told (`existed`) and nothing changes. Throws conflict name-taken; validation where
   * there are 50 already.
   */
  create: call(z.strictObject({ name: markNameSchema, search: keptSearchSchema })).returns(
    z.strictObject({ id, name: markNameSchema, existed: z.boolean(), undo: undoSchema }),
  ),
  /** Throws conflict name-taken, not-found saved-search. */
  rename: call(z.strictObject({ id, name: markNameSchema })).returns(changed),
  /** It asks something else from now on. Throws conflict already-saved where another one asks that; not-found saved-search. */
  replace: call(z.strictObject({ id, search: keptSearchSchema })).returns(changed),
  /** Up or down among the others. Throws not-found saved-search. */
  move: call(z.strictObject({ id, by: z.union([z.literal(-1), z.literal(1)]) })).returns(changed),
  remove: call(z.strictObject({ id })).returns(changed),
  /** Everything that came for it so far is seen. Throws not-found saved-search. */
  markSeen: call(z.strictObject({ id })).returns(changed),
  /**
   * Ids of the rows that are new: of rounds round and company as `r1/c1`, where it has no round of its own `none/c1`; of the
   * list of companies the company. Throws not-found saved-search.
   */
  freshRows: call(
    z.strictObject({ id, offset: z.int().min(0).max(1_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) }),
  ).returns(
    z.strictObject({ rowIds: z.array(z.string().max(500)).max(LIST_LIMIT_MAX), total: z.int().min(0) }),
  ),
  /**
   * What it asks today, and the newest answer of the service that is kept for it: to just this (`current`), or to what it
   * asked on an earlier day. Throws not-found saved-search.
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
