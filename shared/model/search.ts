import { z } from 'zod';
import { costSchema, previewSchema, timeMsSchema } from './budget.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { listQuerySchema } from './query.ts';
import { RESULT_COLUMNS } from './result-columns.ts';

const count = z.int().min(0);

/** What a filter of the lists can be filled with by typing. */
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

/** Which of the two lists: rounds [§4.10] or companies [§4.2]. */
export const listNameSchema = z.enum(['fundings', 'companies']);
export type ListName = z.infer<typeof listNameSchema>;

/** Columns of the results, as the seller chose them. */
export const resultColumnsSchema = z.array(z.enum(RESULT_COLUMNS)).max(RESULT_COLUMNS.length);

/** The answers to one question on one day, as kept on this laptop. */
export const resultSetSchema = z.strictObject({
  setId: z.string().max(60),
  question: listQuerySchema,
  total: count,
  loaded: count,
  /** `truncated`: more match than the 500 rows that the service lets anyone reach [§4.2]. */
  state: z.enum(['complete', 'partial', 'truncated']),
  fetchedAtMs: timeMsSchema,
  /** `library`: worked out here from earlier answers, as of `fetchedAtMs`; the service was not asked. */
  origin: z.enum(['service', 'library']),
});
export type ResultSet = z.infer<typeof resultSetSchema>;

/**
 * A stretch of announcement dates that no kept answer covers, or whose answer may be out of date, and its first page's
 * price. Of companies always the whole question: which of their dates a row of it stands for is not shown [§4.2].
 */
export const missingDaysSchema = z.strictObject({
  question: listQuerySchema,
  /** `never`: not asked yet. `may-be-new`: asked, but rounds of such late days were still coming in. */
  why: z.enum(['never', 'may-be-new']),
  preview: previewSchema,
});
export type MissingDays = z.infer<typeof missingDaysSchema>;

/** A filter's value that `/filters` does not list: what the service does with one is not shown [§7]. */
export const unlistedValueSchema = z.strictObject({
  field: suggestFieldSchema.exclude(['investors']),
  value: z.string().max(200),
});
export type UnlistedValue = z.infer<typeof unlistedValueSchema>;

/**
 * How many rows to ask for at a time. `unknown`: how many match was not asked; `one-page`: all of them in one request;
 * `fewest-pages`: the most rows a request may bring; `turns`: fewer would use up the page turns before the records.
 */
export const pageSizeSchema = z.strictObject({
  rows: z.int().min(1).max(LIST_LIMIT_MAX),
  why: z.enum(['unknown', 'one-page', 'fewest-pages', 'turns']),
  /** Below so many rows a page, this month's page turns run out before its records (3,000 / 200 = 15) [§8]. */
  least: z.int().min(1).max(LIST_LIMIT_MAX),
});
export type PageSize = z.infer<typeof pageSizeSchema>;

/** What a search would cost, and what of it is known already. Nothing is sent or reserved for it. */
export const searchPlanSchema = z.strictObject({
  /** Asking the service for the first page as it stands. */
  ask: previewSchema,
  /** What the library can answer by itself, exactly as the service would have at `asOfMs`; null: nothing of it. */
  library: z
    .strictObject({
      rows: count,
      asOfMs: timeMsSchema,
      /** Every day of the query is covered, whatever its age. */
      complete: z.boolean(),
    })
    .nullable(),
  /** Only these days need the service; empty where the library's answer stands. At most five stretches. */
  missing: z.array(missingDaysSchema).max(5),
  /** How many match, as the service said; null: never asked. */
  count: z.strictObject({ total: count, atMs: timeMsSchema }).nullable(),
  /** All that can be reached of it at this page size, where the count is known [§4.2]. */
  all: z.strictObject({ pages: count, rows: count, cost: costSchema }).nullable(),
  /** One row, which tells the total; null where the count is known from today. */
  probe: previewSchema.nullable(),
  pageSize: pageSizeSchema,
  /** Values of its filters that `/filters` does not list any more, at most 50; empty while no list is kept. */
  unlisted: z.array(unlistedValueSchema).max(50),
  /** Of companies: the same filters over rounds are answered by the library, free; null: they are not, or these are rounds. */
  rounds: z.strictObject({ rows: count, asOfMs: timeMsSchema }).nullable(),
});
export type SearchPlan = z.infer<typeof searchPlanSchema>;
