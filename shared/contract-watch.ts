import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { costSchema, previewSchema, receiptSchema, screenSchema } from './model/budget.ts';
import { companyIdSchema } from './model/company.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import { changeSchema, dueCompanySchema, watchedListSchema, watchRuleSchema } from './model/watch.ts';
import { watchlistIdSchema } from './model/watchlist.ts';
import { companyIdsSchema, undoSchema } from './model/words.ts';

const nothing = z.strictObject({});
const changed = z.strictObject({ undo: undoSchema });
const position = { offset: z.int().min(0).max(10_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };
const count = z.int().min(0);
const listId = watchlistIdSchema.nullable().default(null);

/**
 * Watchlists that watch. Only `refresh` calls the service: changes are the difference between what was kept and a newer answer,
 * whoever fetched it.
 */
export const watchContract = {
  /** Every list, by name, with its rule. */
  lists: call(nothing).returns(z.strictObject({ lists: z.array(watchedListSchema).max(LIST_LIMIT_MAX) })),
  /** Taken back by `marks.undo`. Throws not-found watchlist. */
  set: call(z.strictObject({ id: watchlistIdSchema, ...watchRuleSchema.shape })).returns(changed),
  /** Changes of watched companies, of one list or of all, the newest first. `unseen` counts all of them. */
  feed: call(z.strictObject({ listId, unseenOnly: z.boolean().default(false), ...position })).returns(
    z.strictObject({ changes: z.array(changeSchema).max(LIST_LIMIT_MAX), total: count, unseen: count }),
  ),
  /** Everything told so far of these companies is seen; null: of every company. Taken back by `marks.undo`. */
  markSeen: call(z.strictObject({ companyIds: companyIdsSchema.nullable() })).returns(changed),
  /** Who is due, the most valuable first; free, nothing is sent. */
  due: call(z.strictObject({ listId, ...position })).returns(
    z.strictObject({ companies: z.array(dueCompanySchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /**
   * What looking again at everybody who is due would take, as far as the allowances go and at most at 50 at once; null where
   * nobody is.
   */
  duePrice: call(z.strictObject({ listId })).returns(
    z.strictObject({ companies: count, preview: previewSchema.nullable() }),
  ),
  /**
   * Fetches the profile of one company that is due, on the account of the list that asks for it. Throws quota-exhausted with
   * allowance `watchlist` where that list's allowance of this month does not cover it; not-found watchlist where no watched list holds
   * the company.
   */
  refresh: call(
    z.strictObject({ companyId: companyIdSchema, accepted: costSchema, screen: screenSchema }),
  ).returns(z.strictObject({ receipt: receiptSchema })),
  /** A rule or a mark changed. What newer answers changed is announced by `library.onChanged`. */
  onChanged: push(nothing),
};
