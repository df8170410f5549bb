import { z } from 'zod';
import { LIST_LIMIT_MAX } from './limits.ts';
import { triageChoiceSchema } from './triage.ts';
import { watchlistIdSchema } from './watchlist.ts';
import { statusIdSchema, tagIdSchema } from './words.ts';

/* Filters and facets of the library's own search: nothing of it is asked of the service. */

/** How long ago the service last told of a company: within a day, 7 days, 30 days, or longer ago. */
export const FRESHNESS = ['day', 'week', 'month', 'older'] as const;
const freshness = z.enum(FRESHNESS);
/** `closing`: open, and closed within 7 days. */
const windowState = z.enum(['open', 'closing', 'closed', 'unknown']);
const count = z.int().min(0);

/** A step of the seller's pipeline, or `none`: the company has no status yet. */
export const statusChoiceSchema = z.enum(['none', ...statusIdSchema.options]);

/** Values as facets name them: folded, compared by that. Several of one filter are alternatives, filters all have to hold. */
const values = z.array(z.string().min(1).max(200)).max(LIST_LIMIT_MAX).default([]);
export const libraryFiltersSchema = z.strictObject({
  countries: values,
  stages: values,
  industries: values,
  tags: values,
  /** Of the seller: lists, steps of the pipeline, own tags. */
  lists: z.array(watchlistIdSchema).max(LIST_LIMIT_MAX).default([]),
  statuses: z.array(statusChoiceSchema).max(LIST_LIMIT_MAX).default([]),
  ownTags: z.array(tagIdSchema).max(LIST_LIMIT_MAX).default([]),
  /** What was put away while going through a list; a snooze that is over is to do again. */
  triage: z.array(triageChoiceSchema).max(3).default([]),
  windows: z.array(windowState).max(4).default([]),
  freshness: z.array(freshness).max(4).default([]),
  /** True: only with it; false: only without. */
  hiring: z.boolean().nullable().default(null),
  people: z.boolean().nullable().default(null),
  note: z.boolean().nullable().default(null),
});
export type LibraryFilters = z.infer<typeof libraryFiltersSchema>;

const facet = z.strictObject({
  /** Most companies first; what is filtered by is always among them. */
  values: z
    .array(z.strictObject({ value: z.string().max(200), label: z.string().max(200), count }))
    .max(LIST_LIMIT_MAX),
  /** Further values that are not listed. */
  more: count,
});
const counted = <T extends z.ZodType>(value: T) =>
  z.array(z.strictObject({ value, count })).max(LIST_LIMIT_MAX);

/** Each is counted as if its own filter were not set; all counts are exact. */
export const libraryFacetsSchema = z.strictObject({
  countries: facet,
  stages: facet,
  industries: facet,
  tags: facet,
  lists: counted(watchlistIdSchema),
  statuses: counted(statusChoiceSchema),
  /** Most companies first; what is filtered by is always among them. `more`: further tags that somebody found bears. */
  ownTags: z.strictObject({ values: counted(tagIdSchema), more: count }),
  triage: z.strictObject({ todo: count, snoozed: count, done: count }),
  /** Who closes soon is open too, and counted by both. */
  windows: z.strictObject({ open: count, closing: count, closed: count, unknown: count }),
  freshness: z.strictObject({ day: count, week: count, month: count, older: count }),
  hiring: count,
  people: count,
  note: count,
});
export type LibraryFacets = z.infer<typeof libraryFacetsSchema>;

/** `amount` never compares two currencies: it goes currency by currency. `relevance`: the name first, then the newest. */
export const librarySortSchema = z.enum(['announced', 'fetched', 'name', 'amount', 'relevance']);
export type LibrarySort = z.infer<typeof librarySortSchema>;
