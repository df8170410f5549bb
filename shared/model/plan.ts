import { z } from 'zod';
import { certaintySchema, costSchema, laneSchema, previewSchema, timeMsSchema } from './budget.ts';
import { companyIdSchema } from './company.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { listQuerySchema } from './query.ts';
import { savedSearchIdSchema } from './saved-search.ts';
import { markNameSchema } from './words.ts';
import { PLAN_KINDS } from './plan-kinds.ts';

/* The day's plan: which calls are worth their price today, what was left out and why, and how an approved one goes. */

/** As many calls as one plan holds, and as many as are told of what was left out. */
export const PLAN_MAX = 50;
const count = z.int().min(0).max(1_000_000_000);

export const planKindSchema = z.enum(PLAN_KINDS);
export type PlanKind = z.infer<typeof planKindSchema>;

/** Names a call from one look to the next: its kind and what it asks of. */
export const planKeySchema = z.string().min(1).max(300);

/** What makes a call worth making. */
export const planWhySchema = z.discriminatedUnion('why', [
  /** Contacts can be had until about then [§4.6]. */
  z.strictObject({ why: z.literal('window'), closesAtMs: timeMsSchema }),
  /** Their window is over; the seller may have revealed the company in the dashboard since [§4.6]. */
  z.strictObject({ why: z.literal('revealed'), closedAtMs: timeMsSchema }),
  /** Nothing was heard from the service since. */
  z.strictObject({ why: z.literal('gap'), sinceMs: timeMsSchema }),
  z.strictObject({ why: z.literal('missing-days'), days: z.int().min(1).max(366) }),
  z.strictObject({ why: z.literal('fit'), fit: z.int().min(0).max(100) }),
  z.strictObject({ why: z.literal('listed') }),
  z.strictObject({ why: z.literal('old'), fetchedAtMs: timeMsSchema }),
]);
export type PlanWhy = z.infer<typeof planWhySchema>;

/** A cheaper way to the same answer was taken. `kept-days`: only what nothing kept answers. `profile`: one call for three panels. */
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
  /** As it is called now; null for a call about no company, or one whose name is not known any more. */
  companyName: z.string().max(500).nullable(),
  searchId: savedSearchIdSchema.nullable(),
  searchName: markNameSchema.nullable(),
};

export const planItemSchema = z.strictObject({
  ...subject,
  lane: laneSchema,
  /** The worst case: no more is ever reserved for it than what was approved. */
  cost: costSchema,
  certainty: certaintySchema,
  /** What it is worth by the seller's rules; only the proportion between calls means anything. */
  value: z.number().min(0).max(1_000_000),
  why: planWhySchema,
  saves: planSavingSchema.nullable(),
});
export type PlanItem = z.infer<typeof planItemSchema>;

/** Why a call that might have been made is not in the plan. */
export const planSkipWhySchema = z.discriminatedUnion('why', [
  z.strictObject({ why: z.literal('fresh'), fetchedAtMs: timeMsSchema }),
  /** The webhook told everything that the profile would. */
  z.strictObject({ why: z.literal('by-webhook') }),
  z.strictObject({
    why: z.literal('below-fit'),
    fit: z.int().min(0).max(100),
    floor: z.int().min(0).max(100),
  }),
  /** Contacts cannot be had any more, unless the seller reveals the company in the dashboard. */
  z.strictObject({ why: z.literal('closed') }),
  /** It can wait: today's records do more elsewhere. `untilMs`: the last moment at which it is still in time. */
  z.strictObject({ why: z.literal('later'), untilMs: timeMsSchema.nullable() }),
  /** What is left for work like this does more elsewhere, today and on every day to come. */
  z.strictObject({ why: z.literal('not-worth') }),
  /** No day's share is large enough: by hand only. */
  z.strictObject({ why: z.literal('too-large'), share: count }),
  /** Nothing is left for it today: a budget, the pace to the month's end, or an allowance of the seller's. */
  z.strictObject({ why: z.literal('no-room') }),
  z.strictObject({ why: z.literal('people-locked') }),
  /** What is kept answers it. */
  z.strictObject({ why: z.literal('kept') }),
  /** The service said a short time ago that there is none. */
  z.strictObject({ why: z.literal('none'), toldAtMs: timeMsSchema }),
]);
export type PlanSkipWhy = z.infer<typeof planSkipWhySchema>;
export const planSkipSchema = z.strictObject({ ...subject, why: planSkipWhySchema });
export type PlanSkip = z.infer<typeof planSkipSchema>;

export const planProposalSchema = z.strictObject({
  /** Worth most first: what cannot wait, then the rest. */
  items: z.array(planItemSchema).max(PLAN_MAX),
  skips: z.array(planSkipSchema).max(PLAN_MAX),
  /** Of all, those that are not listed included. */
  skipped: count,
  /** All calls together; null where there is none. */
  preview: previewSchema.nullable(),
  /** Records that the pace and the seller's own allowances leave for work like this today. */
  recordsToday: count,
});
export type PlanProposal = z.infer<typeof planProposalSchema>;

/** `dearer`: its price rose above what was approved. `free`: a 404, which costs nothing [§7]. `unknown`: the answer was lost. */
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
  /** By its receipt; null where nothing was charged or it is not over. */
  spent: costSchema.nullable(),
  /** Rounds that no answer told before; null where it asks for none. */
  news: count.nullable(),
});
export type PlanRunItem = z.infer<typeof planRunItemSchema>;

export const planRunSchema = z.strictObject({
  id: z.string().regex(/^\d{1,15}$/),
  state: z.enum(['running', 'paused', 'over']),
  /** Why it paused by itself; null where the seller paused it. */
  paused: z.enum(['offline', 'key', 'storage']).nullable(),
  by: z.enum(['seller', 'rule']),
  approvedAtMs: timeMsSchema,
  approved: costSchema,
  /** The sum of the receipts; lost answers count at their worst. */
  spent: costSchema,
  items: z.array(planRunItemSchema).max(PLAN_MAX),
  /** Calls that are left in other runs that are open: of approvals beyond as many as one run holds, and of rules. */
  behind: count,
});
export type PlanRun = z.infer<typeof planRunSchema>;

/** How much a company on a list is worth beside others: normal is 2. */
export const planWeightSchema = z.union([z.literal(1), z.literal(2), z.literal(4)]);
export type PlanWeight = z.infer<typeof planWeightSchema>;

const listRule = z.strictObject({
  listId: z.string().regex(/^\d{1,15}$/),
  weight: planWeightSchema,
  /** Contacts of its companies are fetched by themselves, at least 48 h before the window closes. */
  prefetch: z.boolean(),
  /** Companies whose window is over are asked again once a day: free, unless the seller revealed them meanwhile. */
  reveals: z.boolean(),
});
export type ListRule = z.infer<typeof listRule>;

export const planRulesSchema = z.strictObject({
  lists: z.array(listRule).max(LIST_LIMIT_MAX).default([]),
  /** Profiles of new companies are proposed from this fit on. */
  fitFloor: z.int().min(0).max(100).default(75),
  /** Records a UTC day that prefetching by itself may take at most. */
  prefetchRecords: z.int().min(0).max(500).default(20),
  /** A gap is caught up by itself, for no more than this many records; 0: only when the seller asks. */
  catchUpRecords: z.int().min(0).max(200).default(0),
  /** Rounds that were announced so many days before the gap are asked for again: they are often published late. */
  overlapDays: z.int().min(0).max(14).default(3),
});
export type PlanRules = z.infer<typeof planRulesSchema>;

/** The stretch in which nothing was heard, and what asking for it would cost. */
export const gapSchema = z.strictObject({
  /** When the service was last heard on what the seller sells to; the dates asked for begin `overlapDays` before. */
  sinceMs: timeMsSchema,
  overlapDays: z.int().min(0).max(14),
  /** The calls that would be made, the first page of each stretch of days that nothing kept answers. */
  stretches: z
    .array(z.strictObject({ question: listQuerySchema, preview: previewSchema }))
    .min(1)
    .max(5),
  preview: previewSchema,
  /** Rounds that match, as the service last told today; null: never counted. */
  total: count.nullable(),
  /** More match than the service hands out: narrowing the market helps, cutting the days into slices is not offered [§1]. */
  beyondReach: z.boolean(),
  /** The seller gave no market: every round is asked for. */
  wide: z.boolean(),
});
export type Gap = z.infer<typeof gapSchema>;
