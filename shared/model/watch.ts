import { z } from 'zod';
import { costSchema, timeMsSchema } from './budget.ts';
import { amountSchema, companyIdSchema, NAME_MAX } from './company.ts';
import { watchlistIdSchema, watchlistNameSchema } from './watchlist.ts';

/* Watchlists that watch: how often their companies are looked at again, and what became different since. */

const count = z.int().min(0).max(1_000_000_000);
const stage = z.string().max(100).nullable();
const roundId = z.string().max(200);
const titles = z.array(z.string().max(200)).max(3);

/** Days after which a company of a watched list is due, until the seller says otherwise. */
export const REFRESH_DAYS = 14;
/** Records a month that a list may use by itself, until the seller says otherwise. */
export const RECORDS_A_MONTH = 100;

/** How one list is watched. Its companies are due once the newest answer about them is older than `refreshDays`. */
export const watchRuleSchema = z.strictObject({
  watched: z.boolean(),
  refreshDays: z.int().min(1).max(90),
  /** Records of one UTC month of the service's time that refreshing this list may take. */
  recordsAMonth: z.int().min(0).max(100_000),
});
export type WatchRule = z.infer<typeof watchRuleSchema>;

/** A list with how it is watched and what came of it. */
export const watchedListSchema = z.strictObject({
  id: watchlistIdSchema,
  name: watchlistNameSchema,
  companies: count,
  ...watchRuleSchema.shape,
  /** Of this month's allowance, what is under way and what was lost included. */
  usedThisMonth: count,
  /** Companies that are due now; 0 where it is not watched. */
  due: count,
  /** Changes of its companies that were not seen yet; 0 where it is not watched. */
  unseen: count,
});
export type WatchedList = z.infer<typeof watchedListSchema>;

/** What is different from what was kept before. */
export const changeToldSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('new-round'),
    roundId,
    stage,
    amount: amountSchema.nullable(),
    announcedOn: z.string().max(10).nullable(),
  }),
  /** The same round is told otherwise; each part only where it differs. */
  z.strictObject({
    kind: z.literal('round-changed'),
    roundId,
    announcedOn: z.string().max(10).nullable(),
    stage: z.strictObject({ was: z.string().max(100), now: z.string().max(100) }).nullable(),
    amount: z.strictObject({ was: amountSchema, now: amountSchema }).nullable(),
  }),
  /** `titles`: of those that opened, at most three. */
  z.strictObject({ kind: z.literal('roles'), opened: count, gone: count, titles }),
  z.strictObject({ kind: z.literal('news'), articles: count, titles }),
  z.strictObject({ kind: z.literal('contacts-open'), total: count.nullable() }),
  /** The window of this announcement is about to close; told once for each. */
  z.strictObject({
    kind: z.literal('contacts-closing'),
    announcedOn: z.string().max(10),
    closesAtMs: timeMsSchema,
  }),
  z.strictObject({ kind: z.literal('contacts-closed') }),
]);
export type ChangeTold = z.infer<typeof changeToldSchema>;

export const changeSchema = z.strictObject({
  id: z.string().regex(/^\d{1,15}$/),
  companyId: companyIdSchema,
  companyName: z.string().max(NAME_MAX),
  /** Names of the watched lists that the company stands on. */
  lists: z.array(watchlistNameSchema).max(50),
  told: changeToldSchema,
  /** When the answer came that told it, server time. */
  atMs: timeMsSchema,
  seen: z.boolean(),
});
export type Change = z.infer<typeof changeSchema>;

/** A company of a watched list whose newest answer is older than the list's rule allows. */
export const dueCompanySchema = z.strictObject({
  companyId: companyIdSchema,
  companyName: z.string().max(NAME_MAX),
  /** The watched list that asks for it first, and pays for it. */
  listId: watchlistIdSchema,
  listName: watchlistNameSchema,
  /** Null: nothing is kept of it on this laptop. */
  fetchedAtMs: timeMsSchema.nullable(),
  dueSinceMs: timeMsSchema,
  /** What its profile would take now. */
  cost: costSchema,
  /** What looking again is worth, by the explicit rule of `electron/core/watch/due.ts`; for comparing only. */
  value: z.number().min(0).max(1_000),
  /** The list's allowance of this month covers it, counted in order. */
  allowed: z.boolean(),
});
export type DueCompany = z.infer<typeof dueCompanySchema>;
