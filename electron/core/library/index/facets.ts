import { statusChoiceSchema, type FitCounts, type LibraryFacets } from '../../../../shared/model/library.ts';
import type { LibraryHas } from '../../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { OURS_CHOICES } from '../../../../shared/model/ours/ours-kinds.ts';
import type { YieldIfDue } from './time-slices.ts';
import { NOT_STORED, type Columns } from './columns.ts';
import {
  countColumn,
  countedFor,
  countLists,
  countMarked,
  valuesOf,
  type ClassifiedMatches,
} from './count-matches.ts';
import { FIT_VALUES, rangeOfFit, type Filter, type FilterName } from './filters.ts';
import type { Dictionary, Lists } from './list-columns.ts';
import { CLOSING, countFlags, type FlagName, type Timed } from './time-flags.ts';
import type { TriagedSlots } from './triaged-slots.ts';
import type { SearchWorld } from './search-state.ts';

/** The matches of a search, and the data that the search used to filter companies. */
export interface FacetInput {
  readonly sifted: ClassifiedMatches;
  readonly filters: readonly Filter[];
  readonly timed: Timed;
  readonly triaged: TriagedSlots;
  readonly marks: Readonly<SearchWorld['marks']>;
  /** Whether the fit of all companies is known. */
  readonly hasFits: boolean;
  /** Whether the investors of all companies are known. */
  readonly hasInvestors: boolean;
  /** Value of `columns.facts` at the time of the search. */
  readonly facts: number;
}

export interface FacetCount {
  readonly facets: Omit<LibraryFacets, 'ownTags'>;
  /**
   * The count of each user tag among the matches, highest first. `tagsForReply` selects the tags that a reply
   * contains.
   */
  readonly ownTags: readonly CountedMark[];
  readonly having: Readonly<Record<LibraryHas, number>>;
}

interface CountedMark {
  readonly value: string;
  readonly count: number;
}

/**
 * Counts the facets. The counts of a facet ignore the filter of the same field, so they do not depend on the
 * values chosen in it. Likewise, the counts in `having` ignore the `has` filter.
 */
export async function facetsOf(
  columns: Columns,
  { sifted, filters, timed, triaged, marks, hasFits, hasInvestors }: FacetInput,
  yieldIfDue: YieldIfDue,
): Promise<FacetCount> {
  const own = (name: FilterName): number => filters.findIndex((filter) => filter.name === name) + 1;
  const allowed = (name: FilterName): Uint8Array | null =>
    filters.find((filter) => filter.name === name)?.allowed ?? null;
  const slots = (name: FilterName): Uint32Array => countedFor(sifted, own(name));
  const byColumn = async (name: FilterName, column: ArrayLike<number>, dictionary: Dictionary) => {
    const counts = await countColumn(slots(name), column, dictionary.keys.length, yieldIfDue);
    return valuesOf(dictionary, counts, allowed(name));
  };
  const byLists = async (name: FilterName, lists: Lists) =>
    valuesOf(lists.dictionary, await countLists(sifted, own(name), lists, yieldIfDue), allowed(name));
  const byMarks = (name: FilterName, of: ReadonlyMap<string, Uint32Array>) =>
    countedMarks(of, sifted, own(name));
  const countries = await byColumn('countries', columns.country, columns.countries);
  const stages = await byColumn('stages', columns.stage, columns.stages);
  const industries = await byLists('industries', columns.industries);
  const tags = await byLists('tags', columns.tags);
  const investors = hasInvestors ? await byLists('investors', columns.investors) : null;
  const fits = hasFits ? await countColumn(slots('fits'), columns.fit, FIT_VALUES, yieldIfDue) : null;
  const all = countFlags(sifted.passing, timed);
  const flags = (name: FlagName): Uint32Array =>
    own(name) === 0 ? all[name] : countFlags(slots(name), timed)[name];
  const withoutHas = own('has') === 0 ? all : countFlags(slots('has'), timed);
  return {
    facets: {
      countries,
      stages,
      industries,
      tags,
      ...(investors === null ? {} : { investors }),
      lists: byMarks('lists', marks.list).slice(0, LIST_LIMIT_MAX),
      statuses: countedStatuses(slots('statuses').length, byMarks('statuses', marks.status)),
      triage: countedTriage(slots('triage').length, triaged, sifted, own('triage')),
      ours: !hasOurs(columns, marks.ours)
        ? []
        : countedOurs(slots('ours').length, byMarks('ours', marks.ours)),
      windows: windowCounts(flags('windows')),
      ...(fits === null ? {} : { fits: fitCounts(fits) }),
      freshness: freshnessCounts(flags('freshness')),
      hiring: flags('hiring')[1] ?? 0,
      people: flags('people')[1] ?? 0,
      note: flags('note')[1] ?? 0,
    },
    ownTags: byMarks('ownTags', marks.tag),
    having: {
      window: openOf(withoutHas.windows),
      people: withoutHas.people[1] ?? 0,
      note: withoutHas.note[1] ?? 0,
    },
  };
}

/** Returns the number of companies with an open contact window, including windows that close soon. */
const openOf = (windows: Uint32Array): number => (windows[CLOSING] ?? 0) + (windows[1] ?? 0);

const windowCounts = (windows: Uint32Array): LibraryFacets['windows'] => ({
  open: openOf(windows),
  closing: windows[CLOSING] ?? 0,
  closed: windows[2] ?? 0,
  unknown: windows[3] ?? 0,
});

function fitCounts(values: Uint32Array): FitCounts {
  const counts = { high: 0, medium: 0, low: 0, none: 0 };
  values.forEach((count, value) => (counts[rangeOfFit(value)] += count));
  return counts;
}

/**
 * Returns the counts by age of the data. The count of a longer period includes the companies of all shorter
 * periods.
 */
function freshnessCounts([
  day = 0,
  inWeek = 0,
  inMonth = 0,
  older = 0,
]: Uint32Array): LibraryFacets['freshness'] {
  const week = day + inWeek;
  return { day, week, month: week + inMonth, older };
}

/** Adds the number of companies without a status to the counts. A company has no more than one status. */
function countedStatuses(companies: number, counted: readonly CountedMark[]): LibraryFacets['statuses'] {
  const none = companies - counted.reduce((sum, { count }) => sum + count, 0);
  const all = none > 0 ? [...counted, { value: 'none', count: none }] : counted;
  return all.flatMap(({ value, count }) => {
    const status = statusChoiceSchema.safeParse(value);
    return status.success ? [{ value: status.data, count }] : [];
  });
}

/**
 * Returns whether any company in the library is marked. Ignores deleted companies, because they may still
 * have a mark.
 */
const hasOurs = ({ state }: Columns, marked: ReadonlyMap<string, Uint32Array>): boolean =>
  [...marked.values()].some((slots) => slots.some((slot) => state[slot] !== NOT_STORED));

/**
 * Adds `none`, the number of companies without a mark, to the counts. A company has no more than one mark.
 */
function countedOurs(companies: number, counted: readonly CountedMark[]): LibraryFacets['ours'] {
  const none = companies - counted.reduce((sum, { count }) => sum + count, 0);
  return OURS_CHOICES.flatMap((value) => {
    const count = value === 'none' ? none : (counted.find((each) => each.value === value)?.count ?? 0);
    return count === 0 ? [] : [{ value, count }];
  });
}

/** Counts the companies in each triage state. A company cannot be both done and snoozed. */
function countedTriage(
  companies: number,
  triaged: TriagedSlots,
  sifted: ClassifiedMatches,
  own: number,
): LibraryFacets['triage'] {
  const count = (state: 'done' | 'snoozed'): number =>
    countMarked(triaged.get(state) ?? new Uint32Array(), sifted, own);
  const [done, snoozed] = [count('done'), count('snoozed')];
  return { todo: companies - done - snoozed, snoozed, done };
}

/** Counts the matches for each mark, highest count first. Marks without matches are omitted. */
const countedMarks = (
  marks: ReadonlyMap<string, Uint32Array>,
  sifted: ClassifiedMatches,
  own: number,
): CountedMark[] =>
  [...marks]
    .map(([value, marked]) => ({ value, count: countMarked(marked, sifted, own) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));

/**
 * Returns the tags for a reply: all selected tags, even those with a count of 0, and then the most frequent
 * other tags.
 */
export function tagsForReply(
  counted: readonly CountedMark[],
  requested: readonly string[],
): LibraryFacets['ownTags'] {
  const wanted = new Set(requested);
  const unusedTags = [...wanted].filter((tag) => counted.every(({ value }) => value !== tag));
  let room = LIST_LIMIT_MAX - wanted.size;
  const shown = counted.filter(({ value }) => wanted.has(value) || room-- > 0);
  return {
    values: [...shown, ...unusedTags.map((value) => ({ value, count: 0 }))],
    more: counted.length - shown.length,
  };
}
