import { z } from 'zod';
import { certaintySchema, costSchema, laneSchema, previewSchema, timeMsSchema } from './budget.ts';
import { companyIdSchema } from './company.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { OURS_KINDS } from './ours/ours-kinds.ts';
import { listQuerySchema } from './query.ts';
import { savedSearchIdSchema } from './saved-search.ts';
import { serviceErrorSchema } from './service-error.ts';
import { markNameSchema } from './user-data.ts';
import { PLAN_KINDS } from './planning/plan-kinds.ts';
import { limitedCountSchema as count, rowIdSchema } from './atoms.ts';

/*
 * The day plan: proposed requests, skipped requests with their reasons, and the progress of approved
 * requests.
 */

/** Maximum number of requests in a plan; the same limit applies to the skipped requests in a reply. */
export const PLAN_MAX = 50;

export const planKindSchema = z.enum(PLAN_KINDS);
export type PlanKind = z.infer<typeof planKindSchema>;

/**
 * A company whose contacts were fetched. `fetchedAtMs`: the time of the fetch, by the service's clock.
 * `isEmpty`: the service returned no contacts. `isContacted`: the contact log has an entry for today (local
 * date).
 */
export const fetchedContactsSchema = z.strictObject({
  companyId: companyIdSchema,
  fetchedAtMs: timeMsSchema,
  isEmpty: z.boolean(),
  isContacted: z.boolean(),
});
export type FetchedContacts = z.infer<typeof fetchedContactsSchema>;

/** Identifies the same request in different proposals, by its kind and subject. */
export const planKeySchema = z.string().min(1).max(300);

/** Why a request is proposed. */
const planWhySchema = z.discriminatedUnion('why', [
  /** Contacts will be available until about this time (spec §4.6). */
  z.strictObject({ why: z.literal('window'), closesAtMs: timeMsSchema }),
  /**
   * The contact window has closed. Since then, the user may have revealed the company's contacts in the
   * dashboard (spec §4.6).
   */
  z.strictObject({ why: z.literal('revealed'), closedAtMs: timeMsSchema }),
  /**
   * The receiver may have missed events since `sinceMs`. `fetched` is the number of rounds on the earlier
   * pages, which were already fetched. It is absent if the request fetches the first page.
   */
  z.strictObject({ why: z.literal('gap'), sinceMs: timeMsSchema, fetched: count.optional() }),
  z.strictObject({ why: z.literal('missing-days'), days: z.int().min(1).max(366) }),
  z.strictObject({ why: z.literal('fit'), fit: z.int().min(0).max(100) }),
  z.strictObject({ why: z.literal('listed') }),
  /** The profile shows whether anyone at the company matches the buyer roles, before contacts are fetched. */
  z.strictObject({ why: z.literal('profile-first') }),
  z.strictObject({ why: z.literal('old'), fetchedAtMs: timeMsSchema }),
  /**
   * The search matches more rounds than were fetched. The request covers `days` days that have not been
   * fetched.
   */
  z.strictObject({ why: z.literal('more-matches'), days: z.int().min(1).max(366) }),
  /** The profile lists `rounds` rounds, but not all of them are stored with their investors. */
  z.strictObject({ why: z.literal('more-rounds'), rounds: count }),
  /** The user has turned on the daily reading of the account's usage. */
  z.strictObject({ why: z.literal('daily-reading') }),
]);
export type PlanWhy = z.infer<typeof planWhySchema>;

/**
 * Why the proposed request is cheaper than the obvious alternative, and how much it saves. `kept-days`: the
 * request fetches only the days of the search that are not stored yet. `profile`: one request replaces three
 * requests for panels.
 */
const planSavingSchema = z.strictObject({
  how: z.enum(['kept-days', 'profile']),
  requests: count,
  records: count,
});
export type PlanSaving = z.infer<typeof planSavingSchema>;

const subject = {
  key: planKeySchema,
  kind: planKindSchema,
  companyId: companyIdSchema.nullable(),
  /** The company's current name; null if the request does not concern a company or the name is unknown. */
  companyName: z.string().max(500).nullable(),
  searchId: savedSearchIdSchema.nullable(),
  searchName: markNameSchema.nullable(),
};

export const planItemSchema = z.strictObject({
  ...subject,
  lane: laneSchema,
  /** The worst-case cost, which is also the maximum that is reserved. */
  cost: costSchema,
  certainty: certaintySchema,
  /** The number of records that the request will probably cost; absent if unknown or equal to `cost`. */
  expected: count.optional(),
  /** Value of the request according to the user's rules. Only the ratio between values matters. */
  value: z.number().min(0).max(1_000_000),
  why: planWhySchema,
  saves: planSavingSchema.nullable(),
});
export type PlanItem = z.infer<typeof planItemSchema>;

const matchesSchema = z.strictObject({ strong: count, weak: count, stored: count });
/** `matches` is null if no titles are stored, because neither the profile nor the contacts were fetched. */
export const companyMatchesSchema = z.strictObject({
  companyId: companyIdSchema,
  matches: matchesSchema.nullable(),
});
export type CompanyMatches = z.infer<typeof companyMatchesSchema>;

const proposedItemSchema = z.strictObject({
  ...planItemSchema.shape,
  /**
   * How many of the company's `stored` contacts match the buyer roles. Absent if no roles are set, if no titles
   * are stored, and while contacts are locked.
   */
  matches: matchesSchema.optional(),
});
export type ProposedItem = z.infer<typeof proposedItemSchema>;

/** The reasons of `planSkipWhySchema`, in display order: reasons that the user can act on come first. */
export const planSkipReasonSchema = z.enum([
  'too-large',
  'not-worth',
  'no-room',
  'people-locked',
  'no-match',
  'later',
  'closed',
  'below-fit',
  'snoozed',
  'done',
  'ours',
  'by-webhook',
  'in-catch-up',
  'none',
  'fresh',
  'kept',
]);
export type PlanSkipReason = z.infer<typeof planSkipReasonSchema>;

/** Why a possible request is not included in the plan. */
const planSkipWhySchema = z.discriminatedUnion('why', [
  z.strictObject({ why: z.literal('fresh'), fetchedAtMs: timeMsSchema }),
  /** The webhook event already contained all the data in the profile. */
  z.strictObject({ why: z.literal('by-webhook') }),
  z.strictObject({
    why: z.literal('below-fit'),
    fit: z.int().min(0).max(100),
    floor: z.int().min(0).max(100),
  }),
  /**
   * The contact window has closed. The service returns contacts again only if the user reveals them in the
   * dashboard.
   */
  z.strictObject({ why: z.literal('closed') }),
  /** Today's records are better spent on other requests, and this request can wait until `untilMs`. */
  z.strictObject({ why: z.literal('later'), untilMs: timeMsSchema.nullable() }),
  /** Today is the last day for this request, but the records are better spent on other requests. */
  z.strictObject({ why: z.literal('not-worth') }),
  /**
   * The request costs more records than the plan may use on any single day, so no plan includes it. The user
   * can still send it.
   */
  z.strictObject({ why: z.literal('too-large'), share: count }),
  /**
   * No records or requests are left for the plan today: a budget or a spending cap is used up, or the
   * remaining records are needed for the rest of the month.
   */
  z.strictObject({ why: z.literal('no-room') }),
  /** `hidesMatches`: buyer roles are set, but the app must unlock the contacts to find those that match. */
  z.strictObject({ why: z.literal('people-locked'), hidesMatches: z.boolean().optional() }),
  /**
   * None of the `stored` contacts matches the buyer roles. For `unknown` of them, the title was not
   * recognised.
   */
  z.strictObject({ why: z.literal('no-match'), stored: count, unknown: count }),
  /** The request is not needed, because its data is already stored. */
  z.strictObject({ why: z.literal('kept') }),
  /** The request is not needed, because today's catch-up fetches the same days. */
  z.strictObject({ why: z.literal('in-catch-up') }),
  /** The user marked the company as done, and there has been no news about it since. */
  z.strictObject({ why: z.literal('done') }),
  /** The company is marked as "Already yours", for example as a customer. */
  z.strictObject({ why: z.literal('ours'), kind: z.enum(OURS_KINDS) }),
  /** The user snoozed the company until this server time. */
  z.strictObject({ why: z.literal('snoozed'), untilMs: timeMsSchema }),
  /** The service has recently reported that it does not have this data. */
  z.strictObject({ why: z.literal('none'), toldAtMs: timeMsSchema }),
]);
export type PlanSkipWhy = z.infer<typeof planSkipWhySchema>;
const planSkipSchema = z.strictObject({ ...subject, why: planSkipWhySchema });
export type PlanSkip = z.infer<typeof planSkipSchema>;

export const planProposalSchema = z.strictObject({
  /** Proposed requests, sorted by deadline and then by value per record. */
  items: z.array(proposedItemSchema).max(PLAN_MAX),
  /**
   * Skipped requests, grouped by reason. If there are too many to return, each reason has only a few
   * examples.
   */
  skips: z.array(planSkipSchema).max(PLAN_MAX),
  /** Total number of skipped requests, including requests that are not in `skips`. */
  skipped: count,
  /** Number of skipped requests for each reason, including requests that are not in `skips`. */
  skipReasons: z
    .array(z.strictObject({ why: planSkipReasonSchema, count }))
    .max(planSkipReasonSchema.options.length),
  /** Total price of all requests; null if there are none. */
  preview: previewSchema.nullable(),
  /** Number of records that planned requests may use today. The pace and the spending caps limit it. */
  recordsToday: count,
});
export type PlanProposal = z.infer<typeof planProposalSchema>;

/**
 * State of a request in a run. `dearer`: the price has risen above the approved price. `free`: a 404, which
 * costs nothing (spec §7). `unknown`: the response was lost. `marked-done`, `snoozed`, `ours`: not sent, because
 * the user has marked the company as done, snoozed it or imported it as "Already yours" since the approval.
 */
const planStepSchema = z.enum([
  'waiting',
  'under-way',
  'done',
  'free',
  'dearer',
  'no-room',
  'failed',
  'unknown',
  'dropped',
  'marked-done',
  'snoozed',
  'ours',
]);
export type PlanStep = z.infer<typeof planStepSchema>;

export const planRunItemSchema = z.strictObject({
  ...planItemSchema.shape,
  step: planStepSchema,
  /** Cost on the receipt; null if nothing was charged or the request has not finished. */
  spent: costSchema.nullable(),
  /** Number of rounds that are new to the library; null if the request does not fetch rounds. */
  news: count.nullable(),
  /** Number of the company's stored contacts; null unless the request fetched contacts. */
  contacts: count.nullable(),
  /** The service's own error text. Present if the request failed because of the service's response. */
  serviceError: serviceErrorSchema.optional(),
});
export type PlanRunItem = z.infer<typeof planRunItemSchema>;

export const planRunSchema = z.strictObject({
  id: rowIdSchema,
  state: z.enum(['running', 'paused', 'over']),
  /** Why the app paused the run; null if the user paused it. */
  paused: z.enum(['offline', 'key', 'storage']).nullable(),
  by: z.enum(['seller', 'rule']),
  approvedAtMs: timeMsSchema,
  approved: costSchema,
  /** Sum of the receipts. A request whose response was lost counts with its worst-case cost. */
  spent: costSchema,
  /**
   * `total` is the number of requests in the run, and `done` the number that have ended. `skipped` counts the
   * ended requests that were not sent, because the user no longer works on the company.
   */
  total: count,
  done: count,
  skipped: count,
  /**
   * Some of the run's requests, in order: those that are being sent or were sent most recently, with the
   * requests before and after them.
   */
  items: z.array(planRunItemSchema).max(PLAN_MAX),
  /** Number of unfinished requests in other runs, such as runs that the user's rules started. */
  behind: count,
  /**
   * Server time from which the next request of the run may be sent; it may be in the past. Absent if that
   * request may be sent on any day, or if no request is left.
   */
  startsAtMs: timeMsSchema.optional(),
  /** Server time at which the last request ended; absent until the run is over. */
  endedAtMs: timeMsSchema.optional(),
});
export type PlanRun = z.infer<typeof planRunSchema>;

/** Relative value of the companies on a list. The default is 2. */
const planWeightSchema = z.union([z.literal(1), z.literal(2), z.literal(4)]);
export type PlanWeight = z.infer<typeof planWeightSchema>;

const listRule = z.strictObject({
  listId: rowIdSchema,
  weight: planWeightSchema,
  /**
   * Whether contacts of the list's companies are fetched automatically, at least 48 hours before the contact
   * window closes.
   */
  prefetch: z.boolean(),
  /**
   * Whether contacts are still requested once a day after the contact window has closed. The request succeeds
   * only if the user has revealed the company in the dashboard. Otherwise, the service returns a 404, which
   * is free.
   */
  reveals: z.boolean(),
});
export type ListRule = z.infer<typeof listRule>;

export const planRulesSchema = z.strictObject({
  lists: z.array(listRule).max(LIST_LIMIT_MAX).default([]),
  /** A new company's profile is proposed only if its fit is at least this high. */
  fitFloor: z.int().min(0).max(100).default(75),
  /**
   * Whether contacts are fetched automatically only for companies where someone matches the buyer roles. The
   * profile is then fetched first. No effect if no buyer roles are set.
   */
  onlyMatches: z.boolean().default(false),
  /** Maximum number of records per UTC day for fetching contacts automatically. */
  prefetchRecords: z.int().min(0).max(500).default(20),
  /** Maximum number of records per UTC day for automatic catch-up. If 0, automatic catch-up is off. */
  catchUpRecords: z.int().min(0).max(200).default(0),
  /**
   * A catch-up also requests rounds announced up to this many days before the gap, because rounds are often
   * published late.
   */
  overlapDays: z.int().min(0).max(14).default(3),
});
export type PlanRules = z.infer<typeof planRulesSchema>;

/** Maximum number of requests in a catch-up. A longer gap needs several catch-ups. */
export const CATCH_UP_REQUESTS_MAX = 12;

/** A gap in which the receiver may have missed events, and the price of catching up. */
export const gapSchema = z.strictObject({
  /** Start of the period in which events may be missing. The requested dates start `overlapDays` earlier. */
  sinceMs: timeMsSchema,
  overlapDays: z.int().min(0).max(14),
  /**
   * The requests to send: for each range of days with missing rounds, the request for the next missing page.
   */
  stretches: z
    .array(z.strictObject({ question: listQuerySchema, preview: previewSchema }))
    .min(1)
    .max(CATCH_UP_REQUESTS_MAX),
  /** The price of all these requests on Today. */
  preview: previewSchema,
  /** The price of the same requests on Signals, where a different spending cap may apply. */
  previewInSignals: previewSchema,
  /** Number of days that these requests cover. */
  days: count,
  /** Number of older days left for a later catch-up. */
  laterDays: count,
  /**
   * Number of matching rounds that the service has reported today. Null if the number is still unknown for
   * any date range.
   */
  total: count.nullable(),
  /**
   * Whether one of the requests matches more rounds than the service returns. The app must not split the date
   * range to get the other rounds (spec §1). Instead, the user can narrow the market.
   */
  beyondReach: z.boolean(),
  /** True if no market is set. The requests then fetch all rounds, not only the rounds of a market. */
  wide: z.boolean(),
});
export type Gap = z.infer<typeof gapSchema>;

/**
 * Days for which not all rounds in the user's market could be fetched, because the service returns at most
 * 500 rows per query.
 */
export const uncoveredDaysSchema = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Number of matching rounds; null if the service has not reported it. */
  total: count.nullable(),
  /** Number of rounds that were requested. */
  fetched: count,
});
export type UncoveredDays = z.infer<typeof uncoveredDaysSchema>;
