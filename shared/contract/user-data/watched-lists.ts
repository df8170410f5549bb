import { z } from 'zod';
import { call, push } from '../kit.ts';
import { costSchema, previewSchema, receiptSchema, screenSchema } from '../../model/budget.ts';
import { companyIdSchema } from '../../model/company.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import { changeSchema, dueCompanySchema, watchedListSchema, watchRuleSchema } from '../../model/watch.ts';
import { watchlistIdSchema } from '../../model/watchlist.ts';
import { companyIdsSchema, undoSchema } from '../../model/user-data.ts';

const nothing = z.strictObject({});
const changed = z.strictObject({ undo: undoSchema });
const position = { offset: z.int().min(0).max(10_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };
const count = z.int().min(0);
const listId = watchlistIdSchema.nullable().default(null);

/**
 * Watched lists. Only `refresh` sends a request: changes are the differences between stored data and a newer
 * response of any request.
 */
export const watchContract = {
  /** All lists by name, with their rules. */
  lists: call(nothing).returns(z.strictObject({ lists: z.array(watchedListSchema).max(LIST_LIMIT_MAX) })),
  /**
   * Can be undone with `marks.undo`.
   * @throws AppFailure not-found watchlist
   */
  set: call(z.strictObject({ id: watchlistIdSchema, ...watchRuleSchema.shape })).returns(changed),
  /** Changes of watched companies on one list or all lists, newest first. `unseen` counts all unseen changes. */
  feed: call(z.strictObject({ listId, unseenOnly: z.boolean().default(false), ...position })).returns(
    z.strictObject({ changes: z.array(changeSchema).max(LIST_LIMIT_MAX), total: count, unseen: count }),
  ),
  /** Marks all changes of these companies as seen; null means all companies. Can be undone with `marks.undo`. */
  markSeen: call(z.strictObject({ companyIds: companyIdsSchema.nullable() })).returns(changed),
  /** Companies due for a refresh, most valuable first. Free. */
  due: call(z.strictObject({ listId, ...position })).returns(
    z.strictObject({ companies: z.array(dueCompanySchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /** The price of refreshing all due companies within the spending caps, at most 50; null if none is due. */
  duePrice: call(z.strictObject({ listId })).returns(
    z.strictObject({ companies: count, preview: previewSchema.nullable() }),
  ),
  /**
   * Refreshes the profile of one due company, charged to the cap of its list.
   * @throws AppFailure quota-exhausted with allowance `watchlist` if the list's monthly cap does not cover
   * it; not-found watchlist if the company is on no watched list
   */
  refresh: call(
    z.strictObject({ companyId: companyIdSchema, accepted: costSchema, screen: screenSchema }),
  ).returns(z.strictObject({ receipt: receiptSchema })),
  /** A rule or a mark changed. Changes from new responses are published by `library.onChanged`. */
  onChanged: push(nothing),
};
