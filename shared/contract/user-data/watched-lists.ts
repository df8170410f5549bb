import { z } from 'zod';
import { call, push } from '../kit.ts';
import { costSchema, previewSchema, receiptSchema, screenSchema } from '../../model/budget.ts';
import { companyIdSchema } from '../../model/company.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import { changeSchema, dueCompanySchema, watchedListSchema, watchRuleSchema } from '../../model/watch.ts';
import { watchlistIdSchema } from '../../model/watchlist.ts';
import { companyIdsSchema } from '../../model/user-data.ts';
import { changed, nothing, position } from '../atoms.ts';
import { countSchema as count } from '../../model/atoms.ts';

const listId = watchlistIdSchema.nullable().default(null);

/**
 * Watched lists. To find changes, the app compares every response with the stored data, whether or not
 * `refresh` requested it. Of these functions, only `refresh` sends a request.
 */
export const watchContract = {
  /** Returns all lists with their rules, sorted by name. */
  lists: call(nothing).returns(z.strictObject({ lists: z.array(watchedListSchema).max(LIST_LIMIT_MAX) })),
  /**
   * Sets how a list is watched. `marks.undo` can undo this.
   * @throws AppFailure `not-found` (`watchlist`)
   */
  set: call(z.strictObject({ id: watchlistIdSchema, ...watchRuleSchema.shape })).returns(changed),
  /**
   * Returns the changes found for the watched companies on one list or on all lists, newest first. `unseen`
   * is the total number of unseen changes.
   */
  feed: call(z.strictObject({ listId, unseenOnly: z.boolean().default(false), ...position })).returns(
    z.strictObject({ changes: z.array(changeSchema).max(LIST_LIMIT_MAX), total: count, unseen: count }),
  ),
  /**
   * Marks all changes to these companies as seen; null means all companies. `marks.undo` can undo this
   * change.
   */
  markSeen: call(z.strictObject({ companyIds: companyIdsSchema.nullable() })).returns(changed),
  /** Returns the companies that are due for a refresh, most valuable first. Free. */
  due: call(z.strictObject({ listId, ...position })).returns(
    z.strictObject({ companies: z.array(dueCompanySchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /**
   * Returns the number of due companies that can be refreshed (`companies`), and the price of refreshing them
   * (`preview`). The number is at most 50, and lower if the lists' caps require it. `preview` is null if the
   * number is 0.
   */
  duePrice: call(z.strictObject({ listId })).returns(
    z.strictObject({
      companies: count,
      /** Number of companies that will not be refreshed, because they are marked as "Already yours". */
      alreadyOurs: count,
      preview: previewSchema.nullable(),
    }),
  ),
  /**
   * Refreshes the profile of a company on a watched list. The price counts against the monthly cap of that
   * list.
   * @throws AppFailure `quota-exhausted` with allowance `watchlist` if the list's monthly cap does not cover
   * the price; `not-found` (`watchlist`) if the company is not on a watched list
   */
  refresh: call(
    z.strictObject({ companyId: companyIdSchema, accepted: costSchema, screen: screenSchema }),
  ).returns(z.strictObject({ receipt: receiptSchema })),
  /**
   * Published if a list's rule has changed, if changes were marked as seen or unseen, or if contact windows
   * are about to close. Not published for changes that come from a response; `library.onChanged` is published
   * for these.
   */
  onChanged: push(nothing),
};
