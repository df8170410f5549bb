import { z } from 'zod';
import { certaintySchema, costSchema, laneSchema, previewSchema, timeMsSchema } from './budget.ts';
import { companyIdSchema } from './company.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { listQuerySchema } from './query.ts';
import { savedSearchIdSchema } from './saved-search.ts';
import { markNameSchema } from './user-data.ts';
import { PLAN_KINDS } from './plan-kinds.ts';

/* The day plan: proposed requests, skipped requests with reasons, and the progress of approved requests. */

/** Maximum number of requests in a plan, and of skipped requests in a reply. */
export const PLAN_MAX = 50;
const count = z.int().min(0).max(1_000_000_000);

export const planKindSchema = z.enum(PLAN_KINDS);
export type PlanKind = z.infer<typeof planKindSchema>;

/** Identifies a request across proposals by its kind and its subject. */
export const planKeySchema = z.string().min(1).max(300);

/** Why a request is proposed. */
export const planWhySchema = z.discriminatedUnion('why', [
  /** Contacts are available until about this time (spec §4.6). */
  z.strictObject({ why: z.literal('window'), closesAtMs: timeMsSchema }),
  /**
   * The contact window has ended, but the user may have revealed the company in the dashboard since (spec §4.6).
   */
  z.strictObject({ why: z.literal('revealed'), closedAtMs: timeMsSchema }),
  /** Events may have been missed since this time. */
  z.strictObject({ why: z.literal('gap'), sinceMs: timeMsSchema }),
  z.strictObject({ why: z.literal('missing-days'), days: z.int().min(1).max(366) }),
  z.strictObject({ why: z.literal('fit'), fit: z.int().min(0).max(100) }),
  z.strictObject({ why: z.literal('listed') }),
  z.strictObject({ why: z.literal('old'), fetchedAtMs: timeMsSchema }),
  /** The user allowed one automatic reading of the account per day. */
  z.strictObject({ why: z.literal('daily-reading') }),
]);
export type PlanWhy = z.infer<typeof planWhySchema>;

/**
 * Why the chosen request is cheaper than the obvious one, and by how much. `kept-days`: it fetches only days
 * that are not stored. `profile`: one request fills three panels.
 */
export const planSavingSchema = z.strictObject({
  how: z.enum(['kept-days', 'profile']),
  requests: count,
  records: count,
});
export type PlanSaving = z.infer<typeof planSavingSchema>;

const subject = {
  key: planKeySchema,
  kind: planKindSchema,
  companyId: companyIdSchema.nullable(),
  /** The company's current name; null if the request concerns no company or the name is unknown. */
  companyName: z.string().max(500).nullable(),
  searchId: savedSearchIdSchema.nullable(),
  searchName: markNameSchema.nullable(),
};

export const planItemSchema = z.strictObject({
  ...subject,
  lane: laneSchema,
  /** The worst-case cost, which is also the most that is reserved. */
  cost: costSchema,
  certainty: certaintySchema,
  /** Value of the request according to the user's rules. Only the proportions between requests matter. */
  value: z.number().min(0).max(1_000_000),
  why: planWhySchema,
  saves: planSavingSchema.nullable(),
});
export type PlanItem = z.infer<typeof planItemSchema>;

/** Why a possible request is not in the plan. */
export const planSkipWhySchema = z.discriminatedUnion('why', [
  z.strictObject({ why: z.literal('fresh'), fetchedAtMs: timeMsSchema }),
  /** The webhook event contained all the data of the profile. */
  z.strictObject({ why: z.literal('by-webhook') }),
  z.strictObject({
    why: z.literal('below-fit'),
    fit: z.int().min(0).max(100),
    floor: z.int().min(0).max(100),
  }),
  /**
   * The contact window has ended. The service returns contacts again only if the user reveals the company in
   * the dashboard.
   */
  z.strictObject({ why: z.literal('closed') }),
  /** Today's records are better spent on other requests, and this one can wait until `untilMs`. */
  z.strictObject({ why: z.literal('later'), untilMs: timeMsSchema.nullable() }),
  /**
   * Other requests make better use of the records that are available for such requests today and on later
   * days.
   */
  z.strictObject({ why: z.literal('not-worth') }),
  /**
   * The request costs more than any day's share, so the plan never includes it. The user can still send it.
   */
  z.strictObject({ why: z.literal('too-large'), share: count }),
  /** A budget, the pace to the end of the month or a spending cap leaves no room today. */
  z.strictObject({ why: z.literal('no-room') }),
  z.strictObject({ why: z.literal('people-locked') }),
  /** Stored data already answers the request. */
  z.strictObject({ why: z.literal('kept') }),
  /** The service recently reported that there is no such data. */
  z.strictObject({ why: z.literal('none'), toldAtMs: timeMsSchema }),
]);
export type PlanSkipWhy = z.infer<typeof planSkipWhySchema>;
export const planSkipSchema = z.strictObject({ ...subject, why: planSkipWhySchema });
export type PlanSkip = z.infer<typeof planSkipSchema>;

export const planProposalSchema = z.strictObject({
  /** Proposed requests: urgent ones first, then by value. */
  items: z.array(planItemSchema).max(PLAN_MAX),
  skips: z.array(planSkipSchema).max(PLAN_MAX),
  /** Number of all skipped requests, including those not listed. */
  skipped: count,
  /** Price of all requests together; null if there are none. */
  preview: previewSchema.nullable(),
  /** Records that pace and spending caps leave for planned requests today. */
  recordsToday: count,
});
export type PlanProposal = z.infer<typeof planProposalSchema>;

/**
 * State of a request in a run. `dearer`: the price rose above the approved one. `free`: a 404, which costs
 * nothing (spec §7). `unknown`: the response was lost.
 */
export const planStepSchema = z.enum([
  'waiting',
  'under-way',
  'done',
  'free',
  'dearer',
  'no-room',
  'failed',
  'unknown',
  'dropped',
]);
export type PlanStep = z.infer<typeof planStepSchema>;

export const planRunItemSchema = z.strictObject({
  ...planItemSchema.shape,
  step: planStepSchema,
  /** Cost on the receipt; null if nothing was charged or the request is not finished. */
  spent: costSchema.nullable(),
  /** Number of rounds that are new to the library; null if the request does not fetch rounds. */
  news: count.nullable(),
});
export type PlanRunItem = z.infer<typeof planRunItemSchema>;

export const planRunSchema = z.strictObject({
  id: z.string().regex(/^\d{1,15}$/),
  state: z.enum(['running', 'paused', 'over']),
  /** Why the app paused the run; null if the user paused it. */
  paused: z.enum(['offline', 'key', 'storage']).nullable(),
  by: z.enum(['seller', 'rule']),
  approvedAtMs: timeMsSchema,
  approved: costSchema,
  /** Sum of the receipts; lost responses count at their worst case. */
  spent: costSchema,
  items: z.array(planRunItemSchema).max(PLAN_MAX),
  /**
   * Number of unfinished requests in other open runs, such as the rest of an approval too large for one run,
   * or requests sent by the user's rules.
   */
  behind: count,
});
export type PlanRun = z.infer<typeof planRunSchema>;

/** Relative value of a list's companies; 2 is the default. */
export const planWeightSchema = z.union([z.literal(1), z.literal(2), z.literal(4)]);
export type PlanWeight = z.infer<typeof planWeightSchema>;

const listRule = z.strictObject({
  listId: z.string().regex(/^\d{1,15}$/),
  weight: planWeightSchema,
  /**
   * Whether contacts of the list's companies are fetched automatically, at least 48 h before the contact
   * window closes.
   */
  prefetch: z.boolean(),
  /**
   * Whether contacts are requested once a day after the window has closed. Such a request is free unless the
   * user revealed the company.
   */
  reveals: z.boolean(),
});
export type ListRule = z.infer<typeof listRule>;

export const planRulesSchema = z.strictObject({
  lists: z.array(listRule).max(LIST_LIMIT_MAX).default([]),
  /** A new company's profile is proposed only if its fit is at least this high. */
  fitFloor: z.int().min(0).max(100).default(75),
  /** Maximum records per UTC day for automatic prefetching. */
  prefetchRecords: z.int().min(0).max(500).default(20),
  /** Maximum records for catching up automatically; 0 turns automatic catch-up off. */
  catchUpRecords: z.int().min(0).max(200).default(0),
  /**
   * Number of days before the gap for which rounds are requested too, because rounds are often published
   * late.
   */
  overlapDays: z.int().min(0).max(14).default(3),
});
export type PlanRules = z.infer<typeof planRulesSchema>;

/** Maximum number of requests in one catch-up. A longer gap needs several. */
export const CATCH_UP_REQUESTS_MAX = 12;

/** A gap in which the receiver may have missed events, and the price of catching up. */
export const gapSchema = z.strictObject({
  /** Start of the time in which events may be missing. The requested dates begin `overlapDays` earlier. */
  sinceMs: timeMsSchema,
  overlapDays: z.int().min(0).max(14),
  /** The requests to send: the first page of each range of days that is not stored. */
  stretches: z
    .array(z.strictObject({ question: listQuerySchema, preview: previewSchema }))
    .min(1)
    .max(CATCH_UP_REQUESTS_MAX),
  preview: previewSchema,
  /** Number of days that these requests cover. */
  days: count,
  /** Number of older days that are left for a later catch-up. */
  laterDays: count,
  /** Number of matching rounds that the service reported today; null if it reported none. */
  total: count.nullable(),
  /**
   * Whether more rounds match on some days than the service returns. The user can narrow the market; the app
   * does not split the dates of such a request (spec §1).
   */
  beyondReach: z.boolean(),
  /** Whether all rounds are requested, because no market is set. */
  wide: z.boolean(),
});
export type Gap = z.infer<typeof gapSchema>;

/**
 * Days of the user's market for which not all rounds could be fetched, because the service returns at most
 * 500 rows of a query.
 */
export const uncoveredDaysSchema = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Number of matching rounds; null if the service did not report it. */
  total: count.nullable(),
  /** Number of rounds that were requested. */
  fetched: count,
});
export type UncoveredDays = z.infer<typeof uncoveredDaysSchema>;
