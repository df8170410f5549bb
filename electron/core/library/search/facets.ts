import type { LibraryFacets } from '../../../../shared/model/library.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { statusIdSchema } from '../../../../shared/model/words.ts';
import { WINDOWS, type Dictionary, type Lists } from './columns.ts';
import { countColumn, countLists, countMarked, valuesOf, type Failed } from './count.ts';
import type { Filter, FilterName, Timed } from './filters.ts';
import type { SearchWorld } from './world.ts';

interface Found {
  readonly slots: Uint32Array;
  readonly failed: Failed;
  readonly filters: readonly Filter[];
  readonly timed: Timed;
}

/** Counts every facet of what was found, each without its own filter. */
export function facetsOf({ columns, marks }: SearchWorld, found: Found): LibraryFacets {
  const { slots, failed, filters, timed } = found;
  const own = (name: FilterName): number => filters.findIndex((filter) => filter.name === name) + 1;
  const allowed = (name: FilterName): Uint8Array | null =>
    filters.find((filter) => filter.name === name)?.allowed ?? null;
  const counts = (name: FilterName, column: ArrayLike<number>, numbers: number): Uint32Array =>
    countColumn(slots, failed, own(name), column, numbers);
  const byColumn = (name: FilterName, column: ArrayLike<number>, dictionary: Dictionary) =>
    valuesOf(dictionary, counts(name, column, dictionary.keys.length), allowed(name));
  const byLists = (name: FilterName, lists: Lists) =>
    valuesOf(lists.dictionary, countLists(slots, failed, own(name), lists), allowed(name));
  const byMarks = (name: FilterName, of: ReadonlyMap<string, Uint32Array>) =>
    countedMarks(of, failed, own(name));
  const yes = (name: FilterName, column: ArrayLike<number>): number => counts(name, column, 2)[1] ?? 0;
  const windows = counts('windows', timed.windows, WINDOWS.length + 1);
  const freshness = counts('freshness', timed.freshness, 4);
  return {
    countries: byColumn('countries', columns.country, columns.countries),
    stages: byColumn('stages', columns.stage, columns.stages),
    industries: byLists('industries', columns.industries),
    tags: byLists('tags', columns.tags),
    lists: byMarks('lists', marks.list),
    statuses: byMarks('statuses', marks.status).flatMap(({ value, count }) => {
      const status = statusIdSchema.safeParse(value);
      return status.success ? [{ value: status.data, count }] : [];
    }),
    ownTags: byMarks('ownTags', marks.tag),
    windows: { open: windows[1] ?? 0, closed: windows[2] ?? 0, unknown: windows[3] ?? 0 },
    freshness: {
      day: freshness[0] ?? 0,
      week: freshness[1] ?? 0,
      month: freshness[2] ?? 0,
      older: freshness[3] ?? 0,
    },
    hiring: yes('hiring', columns.isHiring),
    people: yes('people', columns.hasPeople),
    note: yes('note', columns.hasNote),
  };
}

/** Most companies first; marks that none of the list bears are left out. */
const countedMarks = (
  marks: ReadonlyMap<string, Uint32Array>,
  failed: Failed,
  own: number,
): { value: string; count: number }[] =>
  [...marks]
    .map(([value, marked]) => ({ value, count: countMarked(marked, failed, own) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, LIST_LIMIT_MAX);
