import { z } from 'zod';
import { COLUMN_WIDTH_MAX, COLUMN_WIDTH_MIN, LIBRARY_COLUMNS } from './settings/library-columns.ts';
import { FIT_RANGES, FRESHNESS, WINDOW_STATES } from './library-values.ts';
import { departmentSchema } from './buyer-roles.ts';
import { NAME_MAX } from './company.ts';
import { DEPARTMENTS, LIST_LIMIT_MAX } from './limits.ts';
import { OUTCOME_STEPS } from './outcomes/outcome-values.ts';
import { OURS_CHOICES } from './ours/ours-kinds.ts';
import { calendarDateSchema } from './query.ts';
import { triageChoiceSchema } from './triage.ts';
import { watchlistIdSchema } from './watchlist.ts';
import { statusIdSchema, tagIdSchema } from './user-data.ts';
import { countSchema as count } from './atoms.ts';

/* Filters and facets of the local library search. */

export const fitRangeSchema = z.enum(FIT_RANGES);
/** Number of companies in each range. */
export const fitCountsSchema = z.strictObject({ high: count, medium: count, low: count, none: count });
export type FitCounts = z.infer<typeof fitCountsSchema>;

export const oursChoiceSchema = z.enum(OURS_CHOICES);

/** A status in the user's pipeline, or `none` for companies without a status. */
export const statusChoiceSchema = z.union([z.literal('none'), statusIdSchema]);

/**
 * The values selected in one filter. A company matches the filter if it has at least one of these values,
 * ignoring case and accents. A list contains only companies that match all filters.
 */
const values = z.array(z.string().min(1).max(200)).max(LIST_LIMIT_MAX).default([]);
/**
 * Selects companies that have a stored round with these properties. A null value and an empty list have no
 * effect.
 */
const roundFilterSchema = z
  .strictObject({
    /** Announcement dates, inclusive. */
    from: calendarDateSchema,
    to: calendarDateSchema,
    stages: z.array(z.string().min(1).max(200)).max(LIST_LIMIT_MAX).default([]),
    currency: z.string().min(1).max(200).nullable().default(null),
    minAmount: z.number().min(0).nullable().default(null),
    maxAmount: z.number().min(0).nullable().default(null),
    /**
     * The round must have at least one of these investors. Names that the user merged count as the same
     * investor.
     */
    investors: z.array(z.string().min(1).max(NAME_MAX)).max(LIST_LIMIT_MAX).default([]),
    /** Whether this must be the company's newest round. Cannot be combined with `investors`. */
    newest: z.boolean().default(false),
  })
  .refine(({ newest, investors }) => !newest || investors.length === 0, 'investors');
export type RoundFilter = z.infer<typeof roundFilterSchema>;

/**
 * Selects companies by the step that they have reached, and by when and how they were found, as in Outcomes.
 */
const outcomeFilterSchema = z.strictObject({
  /** Selects companies that have reached this step or a later one. */
  step: z.enum(OUTCOME_STEPS),
  /** The company was found on or after this local date; null for any date. */
  from: calendarDateSchema.nullable().default(null),
  /** How the company was first found: the id of a saved search, `FOUND_BY_WEBHOOK` or `FOUND_OTHERWISE`. */
  source: z.string().min(1).max(60).nullable().default(null),
});
export type OutcomeFilter = z.infer<typeof outcomeFilterSchema>;

export const libraryFiltersSchema = z.strictObject({
  countries: values,
  stages: values,
  industries: values,
  tags: values,
  /**
   * A company matches if one of its stored rounds has one of these investors. Names that the user merged
   * count as the same investor.
   */
  investors: values,
  /** The user's lists, statuses and tags. */
  lists: z.array(watchlistIdSchema).max(LIST_LIMIT_MAX).default([]),
  statuses: z.array(statusChoiceSchema).max(LIST_LIMIT_MAX).default([]),
  ownTags: z.array(tagIdSchema).max(LIST_LIMIT_MAX).default([]),
  /** Triage state. Companies whose snooze has ended count as `todo`. */
  triage: z.array(triageChoiceSchema).max(3).default([]),
  /** Kinds of "Already yours" companies, such as customers. */
  ours: z.array(oursChoiceSchema).max(6).default([]),
  windows: z.array(z.enum(WINDOW_STATES)).max(4).default([]),
  fits: z.array(fitRangeSchema).max(4).default([]),
  freshness: z.array(z.enum(FRESHNESS)).max(4).default([]),
  /**
   * The filters `hiring`, `people` and `note` each concern one attribute: whether a company is hiring, has
   * contacts or has a note. `true` selects only companies with the attribute, `false` only companies without
   * it.
   */
  hiring: z.boolean().nullable().default(null),
  /** The company must have a recently fetched open role in one of these departments. */
  departments: z.array(departmentSchema).max(DEPARTMENTS.length).default([]),
  round: roundFilterSchema.nullable().default(null),
  outcome: outcomeFilterSchema.nullable().default(null),
  people: z.boolean().nullable().default(null),
  note: z.boolean().nullable().default(null),
});
export type LibraryFilters = z.infer<typeof libraryFiltersSchema>;

const facet = z.strictObject({
  /** The most frequent values, in descending order. Selected values are always included. */
  values: z
    .array(z.strictObject({ value: z.string().max(200), label: z.string().max(200), count }))
    .max(LIST_LIMIT_MAX),
  /** Number of values omitted from `values`. */
  more: count,
});
const counted = <T extends z.ZodType>(value: T) =>
  z.array(z.strictObject({ value, count })).max(LIST_LIMIT_MAX);

/**
 * Number of companies for each filter value. The counts of a facet do not depend on the values selected in
 * the same facet. All counts are exact.
 */
export const libraryFacetsSchema = z.strictObject({
  countries: facet,
  stages: facet,
  industries: facet,
  tags: facet,
  /** Absent while the investors of all companies are still being loaded. */
  investors: facet.optional(),
  lists: counted(watchlistIdSchema),
  statuses: counted(statusChoiceSchema),
  /**
   * The most frequent tags, in descending order. Selected tags are always included. `more` is the number of
   * other tags that the matching companies have.
   */
  ownTags: z.strictObject({ values: counted(tagIdSchema), more: count }),
  triage: z.strictObject({ todo: count, snoozed: count, done: count }),
  /** Only values that at least one company has. Empty if nothing was imported. */
  ours: counted(oursChoiceSchema),
  /** A contact window that will close soon counts as both `open` and `closing`. */
  windows: z.strictObject({ open: count, closing: count, closed: count, unknown: count }),
  /** Absent if no market is set, and while the fit of all companies is still being computed. */
  fits: fitCountsSchema.optional(),
  freshness: z.strictObject({ day: count, week: count, month: count, older: count }),
  hiring: count,
  people: count,
  note: count,
});
export type LibraryFacets = z.infer<typeof libraryFacetsSchema>;

/**
 * Sort orders of the library. Unless an order is reversed, the largest number or the latest date comes first.
 * With `window`, the contact window that closes soonest comes first. Unknown values come last in both
 * directions. `amount` groups companies by currency, because amounts in different currencies cannot be
 * compared. `relevance` puts the best match first; among equally good matches, the newest comes first.
 */
export const LIBRARY_SORTS = [
  'announced',
  'fetched',
  'name',
  'amount',
  'relevance',
  'fit',
  'window',
  'announced-reversed',
  'fetched-reversed',
  'name-reversed',
  'amount-reversed',
  'fit-reversed',
  'window-reversed',
] as const;
export const librarySortSchema = z.enum(LIBRARY_SORTS);
/**
 * The groups of a list that is sorted by amount. There is one group for each currency. `offset` is the
 * position of its first row. Rows without an amount come last and belong to no group.
 */
export const currencyGroupsSchema = z
  .array(z.strictObject({ currency: z.string().max(200).nullable(), offset: count, count }))
  .max(LIST_LIMIT_MAX);
export type CurrencyGroups = z.infer<typeof currencyGroupsSchema>;
export type LibrarySort = z.infer<typeof librarySortSchema>;

/** `widths` lists the columns whose width the user has changed. Widths are in px at normal text size. */
export const libraryColumnsSchema = z.strictObject({
  columns: z.array(z.enum(LIBRARY_COLUMNS)).max(LIBRARY_COLUMNS.length),
  widths: z
    .array(
      z.strictObject({
        column: z.enum(LIBRARY_COLUMNS),
        px: z.int().min(COLUMN_WIDTH_MIN).max(COLUMN_WIDTH_MAX),
      }),
    )
    .max(LIBRARY_COLUMNS.length),
});
