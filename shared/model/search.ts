import { z } from 'zod';
import { costSchema, previewSchema, timeMsSchema } from './budget.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { listQuerySchema } from './query.ts';
import { RESULT_COLUMNS } from './settings/result-columns.ts';
import { countSchema as count } from './atoms.ts';

/** Filters in the search form for which values are suggested. */
export const suggestFieldSchema = z.enum([
  'countries',
  'industries',
  'stages',
  'companySizes',
  'currencies',
  'tags',
  'technologies',
  'investors',
]);

export const suggestionsSchema = z.strictObject({
  values: z
    .array(z.strictObject({ value: z.string().max(200), label: z.string().max(200) }))
    .max(LIST_LIMIT_MAX),
  total: count,
  /** Whether the latest `/filters` response contains values for this field; always false for investors. */
  listed: z.boolean(),
  fetchedAtMs: timeMsSchema.nullable(),
});

/** The service's two lists: rounds (spec §4.10) and companies (spec §4.2). */
export const listNameSchema = z.enum(['fundings', 'companies']);
export type ListName = z.infer<typeof listNameSchema>;

export const resultColumnsSchema = z.array(z.enum(RESULT_COLUMNS)).max(RESULT_COLUMNS.length);

/** The stored results of a query. */
export const resultSetSchema = z.strictObject({
  setId: z.string().max(60),
  question: listQuerySchema,
  total: count,
  loaded: count,
  /** `truncated`: more rows match than the 500 that the service returns (spec §4.2). */
  state: z.enum(['complete', 'partial', 'truncated']),
  fetchedAtMs: timeMsSchema,
  /** `library`: computed from earlier responses, without a request, as of `fetchedAtMs`. */
  origin: z.enum(['service', 'library']),
});
export type ResultSet = z.infer<typeof resultSetSchema>;

/**
 * A range of announcement dates for which rounds are missing or may be missing in the library, with the price
 * of the first page. A company search has a single range with all dates of the query: company rows do not
 * contain the date of the matching round, so it is unknown which days they cover (spec §4.2).
 */
const missingDaysSchema = z.strictObject({
  question: listQuerySchema,
  /**
   * `never`: these days were never fetched. `may-be-new`: they were fetched so long ago that the service may
   * have added rounds since.
   */
  why: z.enum(['never', 'may-be-new']),
  /**
   * `recheck`: `search.recheck` uses counts to find the new rounds, at the price `preview`. `fetch`:
   * `search.run` fetches all rounds of the days.
   */
  how: z.enum(['fetch', 'recheck']),
  preview: previewSchema,
});
export type MissingDays = z.infer<typeof missingDaysSchema>;

/**
 * A filter value that is not in `/filters`. The specification does not say how the service handles it (spec
 * §7).
 */
export const unlistedValueSchema = z.strictObject({
  field: suggestFieldSchema.exclude(['investors']),
  value: z.string().max(200),
});
export type UnlistedValue = z.infer<typeof unlistedValueSchema>;

/**
 * The recommended number of rows per page, and why. `unknown`: a default, because the number of matches is
 * unknown. `one-page`: all matches fit on one page. `fewest-pages`: the maximum page size needs the fewest
 * requests. `turns`: smaller pages would use up the month's page turns before its records.
 */
export const pageSizeSchema = z.strictObject({
  rows: z.int().min(1).max(LIST_LIMIT_MAX),
  why: z.enum(['unknown', 'one-page', 'fewest-pages', 'turns']),
  /**
   * The page size at which the records and page turns left this month are used up at the same time, such as
   * 3,000 records / 200 page turns = 15 rows (spec §8).
   */
  least: z.int().min(1).max(LIST_LIMIT_MAX),
});
export type PageSize = z.infer<typeof pageSizeSchema>;

/**
 * The price of a search, and how much of its result is already stored. Computing a search plan sends no
 * requests and reserves no records.
 */
export const searchPlanSchema = z.strictObject({
  /** Price of the first page of the query as typed. */
  ask: previewSchema,
  /**
   * The part of the result that the library can provide, as the service would have returned it at `asOfMs`.
   * Null if stored responses cover none of the days.
   */
  library: z
    .strictObject({
      rows: count,
      asOfMs: timeMsSchema,
      /** Whether all days of the query are covered, however old the data is. */
      complete: z.boolean(),
    })
    .nullable(),
  /**
   * The results of exactly this query that were fetched today, even if there are more. `search.answer` shows
   * them. Null if there are none or if `library` contains results.
   */
  loadedToday: z.strictObject({ rows: count, asOfMs: timeMsSchema }).nullable(),
  /** Ranges of days that must be requested, at most five; empty if the library covers the whole query. */
  missing: z.array(missingDaysSchema).max(5),
  /** The number of matches that the service last reported; null if it has never reported one. */
  count: z.strictObject({ total: count, atMs: timeMsSchema }).nullable(),
  /**
   * The cost of loading all rows in pages of the maximum size; null if the number of matches is unknown.
   * `rows` is the number of rows that can be loaded, at most 500 (spec §4.2). The first `loaded` of these
   * rows were already fetched today, so `pages` and `cost` cover only the others.
   */
  all: z.strictObject({ pages: count, rows: count, loaded: count, cost: costSchema }).nullable(),
  /**
   * Price of a request for one row, which also returns the number of matches; null if that number has already
   * been fetched today.
   */
  probe: previewSchema.nullable(),
  pageSize: pageSizeSchema,
  /**
   * Filter values that are no longer in `/filters`, at most 50; empty if no `/filters` response is stored.
   */
  unlisted: z.array(unlistedValueSchema).max(50),
  /**
   * For a company search: the number of rounds in the library that match the same filters. These rounds can
   * be shown for free. Null if the search is for rounds, if the library does not cover all days of the query,
   * or if the filters cannot be applied to rounds.
   */
  rounds: z.strictObject({ rows: count, asOfMs: timeMsSchema }).nullable(),
});
export type SearchPlan = z.infer<typeof searchPlanSchema>;
