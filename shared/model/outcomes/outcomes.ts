import { z } from 'zod';
import { limitedCountSchema as count } from '../atoms.ts';
import { timeMsSchema } from '../budget.ts';
import { buyerRolesSchema } from '../buyer-roles.ts';
import { BUYER_KEYWORD_CHARS_MAX, BUYER_KEYWORDS_MAX, DEPARTMENTS, LIST_LIMIT_MAX } from '../limits.ts';
import { libraryFiltersSchema } from '../library.ts';
import { FIT_PARTS, fitPartNameSchema, fitWeightsSchema, marketSchema } from '../market.ts';
import { calendarDateSchema as date } from '../query.ts';
import { watchlistIdSchema } from '../watchlist.ts';
import { OUTCOME_GROUPINGS, OUTCOME_PERIODS, OUTCOME_SUGGESTIONS_MAX } from './outcome-values.ts';

/*
 * Outcomes: how far the companies that were found in a period have come, from found to won. The figures never
 * contain ids or rows of companies or contacts.
 */

export const outcomePeriodSchema = z.enum(OUTCOME_PERIODS);
export type OutcomePeriod = z.infer<typeof outcomePeriodSchema>;
export const outcomeGroupingSchema = z.enum(OUTCOME_GROUPINGS);
export type OutcomeGrouping = z.infer<typeof outcomeGroupingSchema>;

const cohort = {
  period: outcomePeriodSchema.default('quarter'),
  /** Counts only companies in this list. */
  listId: watchlistIdSchema.nullable().default(null),
};
export const outcomeQuestionSchema = z.strictObject({
  ...cohort,
  by: outcomeGroupingSchema.default('search'),
});
export type OutcomeQuestion = z.infer<typeof outcomeQuestionSchema>;
export const roleQuestionSchema = z.strictObject(cohort);
export type RoleQuestion = z.infer<typeof roleQuestionSchema>;

/** Null if there are fewer than `OUTCOME_CASES_MIN` cases. */
const share = z.number().min(0).max(1).nullable();
const rate = z.number().min(0).nullable();
const days = z.number().min(0).nullable();

/**
 * How many companies reached each step, or a later one. Each array has one entry per step, in the order of
 * `OUTCOME_STEPS`.
 */
const funnelSchema = z.strictObject({
  counts: z.array(count).length(7),
  /** Share of the previous step's companies that reached this step; null for the first step. */
  shares: z.array(share).length(7),
  /** Number of records charged for finding the companies and for requests about them. */
  records: count,
  repliesPer100: rate,
  meetingsPer100: rate,
  /**
   * Median number of days from a company's round to the first message to the company. If there are several
   * rounds, the latest one before the message counts.
   */
  daysToContact: days,
  /** Median number of days from the first message to the first reply. */
  daysToReply: days,
});
export type OutcomeFunnel = z.infer<typeof funnelSchema>;

export const outcomesSchema = z.strictObject({
  /** The user's local dates; `from` is null for all time. */
  from: date.nullable(),
  to: date,
  total: funnelSchema,
  /** Median number of days between each step and the previous one; null for the first step. */
  stepDays: z.array(days).length(7),
  groups: z
    .array(
      z.strictObject({
        /**
         * The id of a saved search or list, `FOUND_BY_WEBHOOK`, `FOUND_OTHERWISE`, a fit range, or a value of
         * a library filter. Null if the service did not provide the value.
         */
        key: z.string().max(200).nullable(),
        label: z.string().max(200).nullable(),
        funnel: funnelSchema,
      }),
    )
    .max(LIST_LIMIT_MAX),
  /** The smallest groups, which are not listed, counted together; null if all groups are listed. */
  others: z.strictObject({ values: count, funnel: funnelSchema }).nullable(),
  hasMarket: z.boolean(),
  /** False if no market is set, or while the fits of all companies are still being computed. */
  hasFits: z.boolean(),
  /**
   * The earliest time at which the app recorded that the user opened a company's page; null if none is
   * recorded. Companies found before this time count as opened only if they were opened later or reached a
   * later step.
   */
  openedSinceMs: timeMsSchema.nullable(),
  /** Whether any of the counted companies was found on a day before `openedSinceMs`. */
  isOpenedPartial: z.boolean(),
});
export type Outcomes = z.infer<typeof outcomesSchema>;

const role = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('role'), ...buyerRolesSchema.shape.roles.element.shape }),
  z.strictObject({ kind: z.literal('keyword'), keyword: z.string().max(BUYER_KEYWORD_CHARS_MAX) }),
  /** All other contacts: their title is different or unknown, or they are no longer stored. */
  z.strictObject({ kind: z.literal('other') }),
]);
export type OutcomeRole = z.infer<typeof role>;

/**
 * Contacts by buyer role. `locked`: contacts are locked or not stored, so they cannot be counted. `none`: no
 * buyer roles are set.
 */
export const roleOutcomesSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('locked') }),
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({
    state: z.literal('counted'),
    roles: z
      .array(
        z.strictObject({
          role,
          /** For each of these four steps, the number of contacts that reached this step or a later one. */
          contacted: count,
          replied: count,
          meeting: count,
          won: count,
          replyRate: share,
        }),
      )
      .max(DEPARTMENTS.length + BUYER_KEYWORDS_MAX + 1),
  }),
]);
export type RoleOutcomes = z.infer<typeof roleOutcomesSchema>;

/** Number of companies that were contacted, and how many of them replied. */
const cases = z.strictObject({ contacted: count, replied: count });
const suggestionSchema = z.strictObject({
  change: z.discriminatedUnion('kind', [
    /**
     * The suggestion to change the weight of one part of the fit. `weights` are all weights after the change.
     */
    z.strictObject({
      kind: z.literal('weight'),
      part: fitPartNameSchema,
      from: z.int().min(0).max(100),
      to: z.int().min(0).max(100),
      weights: fitWeightsSchema,
    }),
    /**
     * A suggestion to add a value to the market or to remove one. `market` is the market as it would be after
     * this change.
     */
    z.strictObject({
      kind: z.enum(['add', 'remove']),
      field: z.enum(['stages', 'countries', 'industries']),
      value: z.string().max(200),
      market: marketSchema,
    }),
  ]),
  /**
   * If the suggestion concerns a weight, the companies that match this part of the market. If it concerns a
   * value, the companies that have this value.
   */
  matching: cases,
  /** The other companies for which the part or the value is known. */
  others: cases,
  /**
   * The library filters that select the contacted companies of `matching`; null if no library filters can
   * select them.
   */
  filters: libraryFiltersSchema.nullable(),
});
export type OutcomeSuggestion = z.infer<typeof suggestionSchema>;

/** The changes to the market and the weights that the user's outcomes suggest, based on all companies. */
export const outcomeSuggestionsSchema = z.strictObject({
  hasMarket: z.boolean(),
  /**
   * Number of companies that were won or lost. With fewer than `OUTCOME_DECIDED_MIN`, nothing is suggested.
   */
  decided: count,
  suggestions: z.array(suggestionSchema).max(OUTCOME_SUGGESTIONS_MAX),
  /**
   * Parts of the market with too few cases for a suggestion. Each part divides the contacted companies into
   * two groups: companies that match the part, and companies that do not. At least one group has fewer than
   * `OUTCOME_CASES_MIN` companies.
   */
  pending: z.array(fitPartNameSchema).max(FIT_PARTS.length),
  /** Number of companies in the library. Applying a suggestion recomputes the fit of every company. */
  companies: count,
});
export type OutcomeSuggestions = z.infer<typeof outcomeSuggestionsSchema>;
