import { z } from 'zod';
import { limitedCountSchema as count } from '../atoms.ts';
import { allowanceScopeSchema, budgetSchema, endpointSchema, timeMsSchema } from '../budget.ts';
import { markNameSchema } from '../user-data.ts';
import { REVIEW_NOTE_MAX, REVIEW_STEPS, REVIEW_SUGGESTIONS_MAX, SPENDING_GROUPS } from './review-values.ts';

/*
 * The monthly review: the cost of a month, its results, and the expired records. It contains only counts, and
 * never ids or names of companies.
 */

/** A calendar month, such as `2026-05`. */
export const monthSchema = z.string().regex(/^(?:19[7-9]\d|2\d{3})-(?:0[1-9]|1[0-2])$/);

/** How much of a limit was used in a month, and how much was left when the limit was reset. */
const limitUse = z.strictObject({
  used: count,
  /** The limit that applies now. Earlier limits are unknown. */
  limit: count,
  expired: count,
});

const rates = z.strictObject({
  /** Null if no one replied. */
  recordsPerReply: z.number().min(0).nullable(),
  /**
   * Companies that replied, per 100 contacted companies. Null if too few were contacted (`REVIEW_CASES_MIN`).
   */
  repliesPer100: z.number().min(0).nullable(),
  /**
   * Median number of days between the announcement of a company's round and the first contact with the
   * company. Null if there are too few companies.
   */
  daysToFirstContact: z.number().min(0).nullable(),
});
export type ReviewRates = z.infer<typeof rates>;

/** A suggested change, with the counts that support it. */
const suggestion = z.discriminatedUnion('kind', [
  /** Requests that a budget refused. */
  z.strictObject({ kind: z.literal('budget'), budget: budgetSchema, requests: count, days: count }),
  /** Requests that one of the user's spending caps refused. */
  z.strictObject({ kind: z.literal('cap'), scope: allowanceScopeSchema, requests: count, days: count }),
  /** Records spent on the contacts of companies that the user has not contacted afterwards. */
  z.strictObject({
    kind: z.literal('unused-contacts'),
    records: count,
    companies: count,
    /**
     * Whether the plan's rules restrict fetching contacts to companies with a contact who matches the buyer
     * roles.
     */
    isOnlyMatches: z.boolean(),
    /** Whether buyer roles are set. Without them, `isOnlyMatches` has no effect. */
    hasRoles: z.boolean(),
  }),
  /** Records that expired. */
  z.strictObject({ kind: z.literal('expired'), records: count, limit: count, before: count.nullable() }),
  /** A saved search that found companies, none of which the user has contacted since. */
  z.strictObject({ kind: z.literal('search'), name: markNameSchema, rounds: count, companies: count }),
  /**
   * Requests that succeeded without returning a row. `endpoint` is the endpoint with the most such requests.
   */
  z.strictObject({
    kind: z.literal('empty'),
    endpoint: endpointSchema,
    requests: count,
    ofEndpoint: count,
    all: count,
  }),
]);
export type ReviewSuggestion = z.infer<typeof suggestion>;

export const reviewSchema = z.strictObject({
  month: monthSchema,
  /** Whether anything was spent, found or done in the month. */
  hasData: z.boolean(),
  /** The previous month; null if the app cannot have any data about it. */
  earlier: monthSchema.nullable(),
  /** The next month, if it has ended; otherwise null. */
  later: monthSchema.nullable(),
  spending: z.strictObject({
    /**
     * The period for which the service counted the records of this month: a calendar month in UTC, unless the
     * service reported a different reset day.
     */
    fromMs: timeMsSchema,
    untilMs: timeMsSchema,
    isCalendarMonth: z.boolean(),
    /** If this app's first request was sent after `fromMs`, the time of that request; otherwise null. */
    countedSinceMs: timeMsSchema.nullable(),
    requests: count,
    groups: z
      .array(z.strictObject({ group: z.enum(SPENDING_GROUPS), records: count }))
      .max(SPENDING_GROUPS.length),
    /**
     * Records used by other devices, plus corrections that make the ledger equal to the service's count. Can
     * be negative.
     */
    elsewhere: z.int(),
    /** Number of requests with an unknown result, which count as spent. */
    unknown: count,
    records: limitUse,
    pageTurns: limitUse,
  }),
  steps: z.array(z.strictObject({ step: z.enum(REVIEW_STEPS), companies: count })).max(REVIEW_STEPS.length),
  /** The user's name for the status that counts as won. Null if the user deleted this status. */
  wonName: markNameSchema.nullable(),
  /**
   * Number of companies with a high fit whose contact window closed before contacts were fetched; null
   * without a market.
   */
  closedWindows: count.nullable(),
  rates,
  /** The previous month; null if nothing is known about it. */
  before: z.strictObject({ month: monthSchema, expired: count, rates }).nullable(),
  suggestions: z.array(suggestion).max(REVIEW_SUGGESTIONS_MAX),
});
export type MonthlyReview = z.infer<typeof reviewSchema>;

export const reviewNoteSchema = z.strictObject({
  body: z.string().max(REVIEW_NOTE_MAX),
  /** 0 if no note was ever saved for the month. */
  revision: count,
  savedAtMs: timeMsSchema.nullable(),
});
export type ReviewNote = z.infer<typeof reviewNoteSchema>;
