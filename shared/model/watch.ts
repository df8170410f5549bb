import { z } from 'zod';
import { costSchema, timeMsSchema } from './budget.ts';
import { amountSchema, companyIdSchema, NAME_MAX } from './company.ts';
import { watchlistIdSchema, watchlistNameSchema } from './watchlist.ts';
import { limitedCountSchema as count } from './atoms.ts';

/* Watched lists: how often their companies are refreshed, and which changes have been found. */

const stage = z.string().max(100).nullable();
const roundId = z.string().max(200);
const titles = z.array(z.string().max(200)).max(3);

/** Default number of days after which a watched company's data is due for a refresh. */
export const REFRESH_DAYS = 14;
/** Default maximum number of records per month for refreshing the companies on a list. */
export const RECORDS_A_MONTH = 100;

/** How a list is watched. A company is due for a refresh when its newest data is older than `refreshDays`. */
export const watchRuleSchema = z.strictObject({
  watched: z.boolean(),
  refreshDays: z.int().min(1).max(90),
  /** Maximum number of records per UTC month (server time) for refreshing this list's companies. */
  recordsAMonth: z.int().min(0).max(100_000),
});
export type WatchRule = z.infer<typeof watchRuleSchema>;

/** A list with its watch rule and current counts. */
export const watchedListSchema = z.strictObject({
  id: watchlistIdSchema,
  name: watchlistNameSchema,
  companies: count,
  ...watchRuleSchema.shape,
  /**
   * How much of `recordsAMonth` has been used this month, including requests that are running or have an
   * unknown result.
   */
  usedThisMonth: count,
  /** Number of companies that are due; 0 if the list is not watched. */
  due: count,
  /** Number of unseen changes for the list's companies; 0 if the list is not watched. */
  unseen: count,
});
export type WatchedList = z.infer<typeof watchedListSchema>;

/** A difference between stored data and a newer response. */
export const dataChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('new-round'),
    roundId,
    stage,
    amount: amountSchema.nullable(),
    announcedOn: z.string().max(10).nullable(),
  }),
  /** Changed data about a known round. `stage` and `amount` are null if they have not changed. */
  z.strictObject({
    kind: z.literal('round-changed'),
    roundId,
    announcedOn: z.string().max(10).nullable(),
    stage: z.strictObject({ was: z.string().max(100), now: z.string().max(100) }).nullable(),
    amount: z.strictObject({ was: amountSchema, now: amountSchema }).nullable(),
  }),
  /** `titles` contains the titles of at most three of the opened roles. */
  z.strictObject({ kind: z.literal('roles'), opened: count, gone: count, titles }),
  z.strictObject({ kind: z.literal('news'), articles: count, titles }),
  z.strictObject({ kind: z.literal('contacts-open'), total: count.nullable() }),
  /**
   * The contact window that began with this announcement will close soon. Reported only once per contact
   * window.
   */
  z.strictObject({
    kind: z.literal('contacts-closing'),
    announcedOn: z.string().max(10),
    closesAtMs: timeMsSchema,
  }),
  z.strictObject({ kind: z.literal('contacts-closed') }),
  /**
   * A newly stored round of a watched investor. It is derived from stored rounds and not recorded as a
   * change.
   */
  z.strictObject({
    kind: z.literal('investor-round'),
    roundId,
    stage,
    amount: amountSchema.nullable(),
    announcedOn: z.string().max(10).nullable(),
    investors: z.array(z.string().max(NAME_MAX)).max(5),
  }),
]);
export type DataChange = z.infer<typeof dataChangeSchema>;

export const changeSchema = z.strictObject({
  id: z.string().max(450),
  companyId: companyIdSchema,
  companyName: z.string().max(NAME_MAX),
  /** Names of the watched lists that contain the company; empty for a round of a watched investor. */
  lists: z.array(watchlistNameSchema).max(50),
  change: dataChangeSchema,
  /** Server time of the response in which the change was found. */
  atMs: timeMsSchema,
  seen: z.boolean(),
});
export type Change = z.infer<typeof changeSchema>;

/**
 * A company on a watched list that is due for a refresh: its newest data is older than the list's
 * `refreshDays`, or no data about it is stored.
 */
export const dueCompanySchema = z.strictObject({
  companyId: companyIdSchema,
  companyName: z.string().max(NAME_MAX),
  /**
   * The list whose monthly cap applies to the refresh. If the company is on several watched lists, this is
   * the list whose rule made the company due first.
   */
  listId: watchlistIdSchema,
  listName: watchlistNameSchema,
  /** Null if no data about the company is stored. */
  fetchedAtMs: timeMsSchema.nullable(),
  dueSinceMs: timeMsSchema,
  /** Current price of the company's profile. */
  cost: costSchema,
  /**
   * Value of the refresh, computed in `electron/core/watch/due-refreshes.ts`. It is used only to compare
   * refreshes.
   */
  value: z.number().min(0).max(1_000),
  /** Whether the list's monthly cap is enough for this refresh and all refreshes listed before it. */
  allowed: z.boolean(),
});
export type DueCompany = z.infer<typeof dueCompanySchema>;
