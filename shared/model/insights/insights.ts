import { z } from 'zod';
import { limitedCountSchema as count } from '../atoms.ts';
import { departmentSchema } from '../buyer-roles.ts';
import { NAME_MAX } from '../company.ts';
import {
  INSIGHT_DAYS_MAX,
  INSIGHT_DOTS_MAX,
  INSIGHT_INVESTORS_MAX,
  INSIGHT_OTHERS_MAX,
  INSIGHT_SHARES_MAX,
  INSIGHT_STAGES_MAX,
  INSIGHT_WEEKS,
} from './insight-values.ts';
import { DEPARTMENTS, LIST_LIMIT_MAX } from '../limits.ts';
import { libraryFiltersSchema } from '../library.ts';
import { calendarDateSchema, listQuerySchema } from '../query.ts';
import { watchlistIdSchema } from '../watchlist.ts';

/* Insights: figures about the stored rounds of a period. They never contain ids or rows of companies. */

const isPeriod = ({ from, to }: { readonly from: string; readonly to: string }): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days >= 1 && days <= INSIGHT_DAYS_MAX;
};

export const insightPeriodSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('weeks'), weeks: z.literal(INSIGHT_WEEKS) }),
  z
    .strictObject({ kind: z.literal('between'), from: calendarDateSchema, to: calendarDateSchema })
    .refine(isPeriod, 'period'),
]);
export type InsightPeriod = z.infer<typeof insightPeriodSchema>;

export const insightQuestionSchema = z.strictObject({
  period: insightPeriodSchema,
  /** Counts only rounds that match the user's market. Has no effect if no market is set. */
  market: z.boolean().default(false),
  /** Counts only rounds of the companies in this list. */
  listId: watchlistIdSchema.nullable().default(null),
  /**
   * The currency of `amounts`. If null, or if no round has this currency, the most frequent currency is used.
   */
  currency: z.string().max(20).nullable().default(null),
});
export type InsightQuestion = z.infer<typeof insightQuestionSchema>;

const date = calendarDateSchema;
const days = z.strictObject({ from: date, to: date });
/**
 * `value` is used in the library's filter, and `label` is displayed. Either is null if the service did not
 * provide it.
 */
const value = z.string().max(200).nullable();
const label = z.string().max(200).nullable();

/** The number of matches that the service reported for exactly these dates and filters. */
const coverage = z.strictObject({ total: count, countedAtMs: z.number() });

const periodFigures = z.strictObject({
  ...days.shape,
  /** Number of stored rounds announced in the period. */
  rounds: count,
  /**
   * The service's count of the matches; null if the service has not counted exactly these dates and filters.
   */
  coverage: coverage.nullable(),
});

/** The rounds of one country or industry. */
const sharedBy = z.strictObject({
  value,
  label,
  rounds: count,
  /** Number of companies to which these rounds belong. */
  companies: count,
  share: z.number().min(0).max(1),
  /** Change in the share since the previous period, in percentage points; null if the periods are not compared. */
  changePoints: z.number().min(-100).max(100).nullable(),
});

/** Several values, counted together. A round with two of these values counts once. */
const countedTogether = {
  values: count,
  rounds: count,
  share: z.number().min(0).max(1),
  changePoints: z.number().min(-100).max(100).nullable(),
};

const shares = z.strictObject({
  /** Number of rounds in the period for which a value is known. Shares are relative to this number. */
  known: count,
  /**
   * Number of rounds in the previous period for which a value is known. Null if the periods are not compared,
   * because one of them has too few rounds.
   */
  knownBefore: count.nullable(),
  /** In descending order. */
  values: z.array(sharedBy).max(INSIGHT_SHARES_MAX),
  /** The values that are not in `values`, counted together; null if there are none. */
  others: z
    .strictObject({
      ...countedTogether,
      /** The most frequent of the values that are not listed in `values`, in descending order. */
      each: z.array(sharedBy).max(INSIGHT_OTHERS_MAX),
      /** The values that neither `values` nor `each` contains, counted together; null if there are none. */
      rest: z.strictObject(countedTogether).nullable(),
    })
    .nullable(),
});

const windowDay = z.strictObject({
  /** The user's local date. */
  date,
  /** The earliest and the latest announcement date among the newest rounds of these companies. */
  announcedFrom: date,
  announcedTo: date,
  companies: count,
});

export const insightsSchema = z.strictObject({
  period: periodFigures,
  /** The preceding period, which has the same length. */
  before: periodFigures,
  /** Number of companies with a round in the period. */
  companies: count,
  hasMarket: z.boolean(),
  /**
   * The library filters that select the companies with a round in the period. Each mark in a chart adds its
   * own values to these filters. Null if the market has more values than the library's filters allow.
   */
  filters: libraryFiltersSchema.nullable(),
  /**
   * The query with which the service can count the rounds announced in the period. Null if Insights shows the
   * rounds of a list, because the service does not know the list.
   */
  count: listQuerySchema.nullable(),
  weeks: z.strictObject({
    weeks: z.array(z.strictObject({ ...days.shape, rounds: count, companies: count })).max(107),
    stages: z
      .array(
        z.strictObject({
          value,
          label,
          rounds: count,
          /** Number of rounds in each week. */
          weeks: z.array(count).max(107),
          /** Number of companies with these rounds in each week. */
          companies: z.array(count).max(107),
        }),
      )
      .max(INSIGHT_STAGES_MAX),
    /** Number of rounds of all other stages. */
    otherRounds: count,
  }),
  /** Amounts in one currency. Amounts in different currencies are neither added nor compared. */
  amounts: z.strictObject({
    /** Null if no round has an amount with a currency. */
    currency: z.string().max(200).nullable(),
    currencies: z.array(z.strictObject({ currency: z.string().max(200), rounds: count })).max(LIST_LIMIT_MAX),
    rounds: count,
    undisclosed: count,
    withoutCurrency: count,
    stages: z
      .array(
        z.strictObject({
          value,
          label,
          rounds: count,
          /** Null if there are too few amounts. */
          quartiles: z.strictObject({ lower: z.number(), median: z.number(), upper: z.number() }).nullable(),
          /** All amounts in ascending order or, if there are too many, an evenly spaced selection of them. */
          dots: z.array(z.number()).max(INSIGHT_DOTS_MAX),
        }),
      )
      .max(INSIGHT_STAGES_MAX),
    /** Number of rounds at all other stages. Counts only rounds with an amount in this currency. */
    otherRounds: count,
  }),
  countries: shares,
  industries: shares,
  investors: z.strictObject({
    /** Number of rounds in the period with at least one known investor. */
    known: count,
    investors: z
      .array(
        z.strictObject({
          name: z.string().max(NAME_MAX),
          /** The value that selects the investor in the library's filter. */
          filterValue: z.string().max(200),
          rounds: count,
          led: count,
          /** The most frequent stages of the investor's rounds. */
          stages: z.array(z.string().max(200)).max(2),
          companies: z.array(z.string().max(NAME_MAX)).max(2),
          otherCompanies: count,
          watched: z.boolean(),
        }),
      )
      .max(INSIGHT_INVESTORS_MAX),
    /** Two names that may belong to the same investor; null if there are none. */
    similar: z.strictObject({ name: z.string().max(NAME_MAX), other: z.string().max(NAME_MAX) }).nullable(),
  }),
  hiring: z.strictObject({
    /** Whether only the departments of the user's buyer roles are listed. */
    isOwn: z.boolean(),
    departments: z
      .array(z.strictObject({ department: departmentSchema, companies: count, roles: count }))
      .max(DEPARTMENTS.length),
    /** Number of companies that have a round in the period and whose open roles were loaded. */
    loaded: count,
  }),
  /** Contact windows that are open now, regardless of the period. */
  windows: z.strictObject({
    today: date,
    open: count,
    /** The contact windows, grouped by the day on which they close (see `windowClosingDate`). */
    closing: z.array(windowDay).max(40),
    /** Grouped by the day on which the newest round was announced. */
    opened: z.array(windowDay).max(40),
  }),
});
export type Insights = z.infer<typeof insightsSchema>;
