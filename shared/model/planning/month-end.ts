import { z } from 'zod';
import { budgetSchema, costSchema, certaintySchema, previewSchema, timeMsSchema } from '../budget.ts';
import { limitedCountSchema as count } from '../atoms.ts';
import { planSkipReasonSchema } from '../plan.ts';
import { MONTH_KINDS } from './plan-kinds.ts';

/*
 * The plan for the rest of the month, offered during the last five working days before the monthly reset. It
 * lists kinds of requests, not companies, so it contains nothing that locking contacts would hide.
 */

/** Identifies a plan for the rest of the month by its requests and their days. */
export const monthPlanIdSchema = z.string().regex(/^[0-9a-f]{64}$/);
/** A reset is at most a month away. */
const DAYS_MAX = 32;

export const monthKindNameSchema = z.enum(MONTH_KINDS);
export type MonthKindName = z.infer<typeof monthKindNameSchema>;

const monthKindSchema = z.strictObject({
  kind: monthKindNameSchema,
  /** Whether the plan may contain this kind. The user can exclude kinds. */
  isChosen: z.boolean(),
  /**
   * Number of requests of this kind in the plan. If the user has excluded the kind, the number that the plan
   * could contain.
   */
  requests: count,
  /** The worst-case cost of all these requests. */
  cost: costSchema,
  certainty: certaintySchema,
  /** How many records these requests will probably cost; absent unless it is less than `cost`. */
  expectedRecords: count.optional(),
  /**
   * Number of contacts of the requested companies that match the buyer roles; absent if unknown or if
   * contacts are locked.
   */
  matches: count.optional(),
});
export type MonthKind = z.infer<typeof monthKindSchema>;

/** How much of one monthly limit will expire unused. */
const expiringLimitSchema = z.strictObject({
  budget: budgetSchema,
  left: count,
  /** The amount that will be used before the reset if the usual pace continues. */
  usual: count,
  /** The amount left at the reset if the plan is not approved and the usual pace continues. */
  expires: count,
  /**
   * The amount left at the reset if the usual pace continues and the plan costs its maximum. Never more than
   * `expires`.
   */
  withPlan: count,
  /**
   * Whether this limit determines how much the plan can contain. False for all limits if the plan contains
   * everything.
   */
  isLimiting: z.boolean(),
});
export type ExpiringLimit = z.infer<typeof expiringLimitSchema>;

/**
 * What the expiring records could buy within the daily limits. The figures are alternatives: each assumes
 * that all records are used for this one purpose.
 */
const couldBuySchema = z.strictObject({
  profiles: count,
  /**
   * Number of companies whose contacts could be fetched at the average cost per company. Null if the average
   * cost is unknown.
   */
  companies: count.nullable(),
  rounds: count,
  /** Number of requests needed for these rounds. */
  roundRequests: count,
  /** The daily limit, if it allows fewer profiles than the records could buy; otherwise null. */
  profilesLimit: z.enum(['day', 'companies-day']).nullable(),
});

/** Requests that were considered but are not in the plan. */
const leftAloneSchema = z.strictObject({
  why: planSkipReasonSchema,
  kind: monthKindNameSchema,
  requests: count,
  /** The cost of these requests, in records; null if unknown. */
  records: count.nullable(),
});
export type LeftAlone = z.infer<typeof leftAloneSchema>;

export const monthEndSchema = z.strictObject({
  /** Server time at which the monthly records reset. */
  resetsAtMs: timeMsSchema,
  /**
   * Whether Today may show that records will expire. False if none will expire, or if the user has hidden the
   * message for today. Even if it is true, the plan may have no requests, for example while the library is
   * empty.
   */
  isShown: z.boolean(),
  kinds: z.array(monthKindSchema).max(monthKindNameSchema.options.length),
  /** Changes whenever a request or its day changes. */
  id: monthPlanIdSchema,
  /** Total price of the plan; null if it contains no requests. */
  preview: previewSchema.nullable(),
  /** Number of approved requests that have not been sent yet. `days` and `withPlan` include their cost. */
  approved: count,
  /** The maximum cost, in records, of the requests counted in `approved`. */
  reserved: count,
  /** Number of records to spend on each UTC day if the plan is approved, starting with today. */
  days: z.array(z.strictObject({ startMs: timeMsSchema, records: count })).max(DAYS_MAX),
  /** The lowest daily cap that the user has set for these requests; null if there is none. */
  cap: count.nullable(),
  /**
   * Whether a usual pace is known. If it is not, the expected use is 0, so everything that is left counts as
   * expiring.
   */
  hasPace: z.boolean(),
  limits: z.array(expiringLimitSchema).max(budgetSchema.options.length),
  couldBuy: couldBuySchema,
  leftAlone: z.array(leftAloneSchema).max(40),
  /**
   * The usual pace: the number of records that all devices together use on an average day, as shown on Quota.
   * 0 if unknown.
   */
  usualADay: count,
  /**
   * Number of records that the user usually spends on a working day. The plan reserves this number for the
   * user.
   */
  ownADay: count,
});
export type MonthEnd = z.infer<typeof monthEndSchema>;
