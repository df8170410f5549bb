import { z } from 'zod';
import { costSchema, previewSchema, timeMsSchema } from './budget.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { listQuerySchema } from './query.ts';
import { RESULT_COLUMNS } from './result-columns.ts';

const count = z.int().min(0);

/** List filters with suggestions. */
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
  fetchedAtMs: timeMsSchema.nullable(),
});

/** Name of a list: rounds (spec §4.10) or companies (spec §4.2). */
export const listNameSchema = z.enum(['fundings', 'companies']);
export type ListName = z.infer<typeof listNameSchema>;

export const resultColumnsSchema = z.array(z.enum(RESULT_COLUMNS)).max(RESULT_COLUMNS.length);

/** The stored results of one query on one day. */
export const resultSetSchema = z.strictObject({
  setId: z.string().max(60),
  question: listQuerySchema,
  total: count,
  loaded: count,
  /** `truncated`: more rows match than the 500 that the service returns (spec §4.2). */
  state: z.enum(['complete', 'partial', 'truncated']),
  fetchedAtMs: timeMsSchema,
  /** `library`: computed locally from earlier responses, as of `fetchedAtMs`, without a request. */
  origin: z.enum(['service', 'library']),
});
export type ResultSet = z.infer<typeof resultSetSchema>;

/**
 * A range of announcement dates that no stored response covers or that may be out of date, with the price of
 * its first page. For companies always the whole query, because their rows do not include the matching date
 * (spec §4.2).
 */
export const missingDaysSchema = z.strictObject({
  question: listQuerySchema,
  /** `never`: not fetched yet. `may-be-new`: fetched while rounds of these recent days could still be added. */
  why: z.enum(['never', 'may-be-new']),
  preview: previewSchema,
});
export type MissingDays = z.infer<typeof missingDaysSchema>;

/** A filter value that `/filters` does not list; the specification does not define its effect (spec §7). */
export const unlistedValueSchema = z.strictObject({
  field: suggestFieldSchema.exclude(['investors']),
  value: z.string().max(200),
});
export type UnlistedValue = z.infer<typeof unlistedValueSchema>;

/**
 * Rows to request per page. `unknown`: the number of matches is unknown. `one-page`: all in one request.
 * `fewest-pages`: the maximum page size. `turns`: smaller pages would use up the page turns before the records.
 */
export const pageSizeSchema = z.strictObject({
  rows: z.int().min(1).max(LIST_LIMIT_MAX),
  why: z.enum(['unknown', 'one-page', 'fewest-pages', 'turns']),
  /** Below this page size, the month's page turns run out before its records (3,000 / 200 = 15) (spec §8). */
  least: z.int().min(1).max(LIST_LIMIT_MAX),
});
export type PageSize = z.infer<typeof pageSizeSchema>;

/** The price of a search and how much of its result is already known. Nothing is sent or reserved. */
export const searchPlanSchema = z.strictObject({
  /** Price of requesting the first page unchanged. */
  ask: previewSchema,
  /**
   * What the library can answer, with the result that the service would have returned at `asOfMs`; null if
   * nothing is covered.
   */
  library: z
    .strictObject({
      rows: count,
      asOfMs: timeMsSchema,
      /** Every day of the query is covered, regardless of age. */
      complete: z.boolean(),
    })
    .nullable(),
  /** Days that need a request; empty if the library's answer suffices. At most five ranges. */
  missing: z.array(missingDaysSchema).max(5),
  /** Number of matches as the service reported it; null if never requested. */
  count: z.strictObject({ total: count, atMs: timeMsSchema }).nullable(),
  /** All reachable rows at this page size, if the count is known (spec §4.2). */
  all: z.strictObject({ pages: count, rows: count, cost: costSchema }).nullable(),
  /** A request for one row, which returns the total; null if the count is already known from today. */
  probe: previewSchema.nullable(),
  pageSize: pageSizeSchema,
  /** Filter values that `/filters` no longer lists, at most 50; empty if no list is stored. */
  unlisted: z.array(unlistedValueSchema).max(50),
  /**
   * For a company search: the library can answer the same filters over rounds for free. Null if it cannot, or
   * for a round search.
   */
  rounds: z.strictObject({ rows: count, asOfMs: timeMsSchema }).nullable(),
});
export type SearchPlan = z.infer<typeof searchPlanSchema>;
