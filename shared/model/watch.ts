import { z } from 'zod';
import { costSchema, timeMsSchema } from './budget.ts';
import { amountSchema, companyIdSchema, NAME_MAX } from './company.ts';
import { watchlistIdSchema, watchlistNameSchema } from './watchlist.ts';

/* Watched lists: how often their companies are refreshed, and what changed. */

const count = z.int().min(0).max(1_000_000_000);
const stage = z.string().max(100).nullable();
const roundId = z.string().max(200);
const titles = z.array(z.string().max(200)).max(3);

/** Default number of days after which a company of a watched list is due. */
export const REFRESH_DAYS = 14;
/** Default monthly records for refreshing a list. */
export const RECORDS_A_MONTH = 100;

/** How one list is watched. A company is due when its newest data is older than `refreshDays`. */
export const watchRuleSchema = z.strictObject({
  watched: z.boolean(),
  refreshDays: z.int().min(1).max(90),
  /** Maximum records per UTC month (server time) for refreshing this list. */
  recordsAMonth: z.int().min(0).max(100_000),
});
export type WatchRule = z.infer<typeof watchRuleSchema>;

/** A list with its watch rule and current counts. */
export const watchedListSchema = z.strictObject({
  id: watchlistIdSchema,
  name: watchlistNameSchema,
  companies: count,
  ...watchRuleSchema.shape,
  /** Used from this month's cap, including running and lost requests. */
  usedThisMonth: count,
  /** Companies due now; 0 if the list is not watched. */
  due: count,
  /** Unseen changes of its companies; 0 if the list is not watched. */
  unseen: count,
});
export type WatchedList = z.infer<typeof watchedListSchema>;

/** A difference from the data stored before. */
export const dataChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('new-round'),
    roundId,
    stage,
    amount: amountSchema.nullable(),
    announcedOn: z.string().max(10).nullable(),
  }),
  /** Changed data of the same round; each part is set only if it differs. */
  z.strictObject({
    kind: z.literal('round-changed'),
    roundId,
    announcedOn: z.string().max(10).nullable(),
    stage: z.strictObject({ was: z.string().max(100), now: z.string().max(100) }).nullable(),
    amount: z.strictObject({ was: amountSchema, now: amountSchema }).nullable(),
  }),
  /** `titles`: at most three of the opened roles. */
  z.strictObject({ kind: z.literal('roles'), opened: count, gone: count, titles }),
  z.strictObject({ kind: z.literal('news'), articles: count, titles }),
  z.strictObject({ kind: z.literal('contacts-open'), total: count.nullable() }),
  /** The contact window of this announcement is about to close; reported once per window. */
  z.strictObject({
    kind: z.literal('contacts-closing'),
    announcedOn: z.string().max(10),
    closesAtMs: timeMsSchema,
  }),
  z.strictObject({ kind: z.literal('contacts-closed') }),
]);
export type DataChange = z.infer<typeof dataChangeSchema>;

export const changeSchema = z.strictObject({
  id: z.string().regex(/^\d{1,15}$/),
  companyId: companyIdSchema,
  companyName: z.string().max(NAME_MAX),
  /** Names of the watched lists with this company. */
  lists: z.array(watchlistNameSchema).max(50),
  told: dataChangeSchema,
  /** Server time of the response with the change. */
  atMs: timeMsSchema,
  seen: z.boolean(),
});
export type Change = z.infer<typeof changeSchema>;

/** A company of a watched list whose newest data is older than the list's rule allows. */
export const dueCompanySchema = z.strictObject({
  companyId: companyIdSchema,
  companyName: z.string().max(NAME_MAX),
  /** The watched list that is due first and is charged for the refresh. */
  listId: watchlistIdSchema,
  listName: watchlistNameSchema,
  /** Null if no data of the company is stored. */
  fetchedAtMs: timeMsSchema.nullable(),
  dueSinceMs: timeMsSchema,
  /** Current price of its profile. */
  cost: costSchema,
  /** Value of the refresh, by the rule in `electron/core/watch/due-refreshes.ts`; for comparison only. */
  value: z.number().min(0).max(1_000),
  /** The list's cap for this month covers it, counted in order. */
  allowed: z.boolean(),
});
export type DueCompany = z.infer<typeof dueCompanySchema>;
