import type { LibraryHas } from '../../../../shared/model/company.ts';
import type { LibraryFilters } from '../../../../shared/model/library.ts';
import { fitRangeOf, FRESHNESS, type FitRange } from '../../../../shared/model/library-values.ts';
import { WINDOWS, type Columns } from './columns.ts';
import { keyOf, type Dictionary, type Lists } from './list-columns.ts';
import { CLOSING, type Timed } from './time-flags.ts';
import type { TriagedSlots } from './triaged-slots.ts';
import type { SearchWorld, SelectedSlots } from './search-state.ts';

/**
 * One filter. Values are numbers, and `allowed[value]` is 1 for each requested value. A company passes if its
 * value in `column`, or any of its values in `lists`, is requested. One of `column` and `lists` is null.
 */
export interface Filter {
  readonly name: FilterName;
  readonly allowed: Uint8Array;
  readonly column: ArrayLike<number> | null;
  readonly lists: Lists | null;
}
export type FilterName = keyof LibraryFilters | 'has';

/** Facts that depend on the current time, the triage marks or the selected filters. */
interface CurrentFacts {
  readonly timed: Timed;
  readonly triaged: TriagedSlots;
  readonly selected: SelectedSlots;
}

/** Returns the requested filters. A filter for which no value is selected is omitted. */
export function filtersOf(
  world: SearchWorld,
  wanted: LibraryFilters,
  has: LibraryHas | null,
  { timed, triaged, selected }: CurrentFacts,
): Filter[] {
  const { columns, marks } = world;
  const filters: (Filter | null)[] = [
    byColumn('countries', columns.country, inDictionary(columns.countries, wanted.countries)),
    byColumn('stages', columns.stage, inDictionary(columns.stages, wanted.stages)),
    byLists('industries', columns.industries, wanted.industries),
    byLists('tags', columns.tags, wanted.tags),
    byLists('investors', columns.investors, mergedInvestors(world, wanted.investors)),
    byMarks('lists', columns, marks.list, wanted.lists),
    byMarksOrNone('statuses', columns, marks.status, { wanted: wanted.statuses, none: 'none' }),
    byMarks('ownTags', columns, marks.tag, wanted.ownTags),
    byMarksOrNone('triage', columns, triaged, { wanted: wanted.triage, none: 'todo' }),
    byMarksOrNone('ours', columns, marks.ours, { wanted: wanted.ours, none: 'none' }),
    byColumn('windows', timed.windows, windowsAmong(wanted.windows)),
    byColumn('fits', columns.fit, fitsAmong(wanted.fits)),
    byColumn('freshness', timed.freshness, freshnessAmong(wanted.freshness)),
    byColumn('hiring', columns.isHiring, yesOrNo(wanted.hiring)),
    bySelection('round', selected.round),
    bySelection('departments', selected.departments),
    bySelection('outcome', selected.outcome),
    byColumn('people', columns.hasPeople, yesOrNo(wanted.people)),
    byColumn('note', columns.hasNote, yesOrNo(wanted.note)),
    hasFilter(columns, has, timed),
  ];
  return filters.filter((filter) => filter !== null);
}

function hasFilter(columns: Columns, has: LibraryHas | null, timed: Timed): Filter | null {
  if (has === null) return null;
  const column = { window: timed.windows, people: columns.hasPeople, note: columns.hasNote }[has];
  return byColumn('has', column, has === 'window' ? windowsAmong(['open']) : Uint8Array.of(0, 1));
}

const byColumn = (name: FilterName, column: ArrayLike<number>, allowed: Uint8Array | null): Filter | null =>
  allowed === null ? null : { name, allowed, column, lists: null };

const bySelection = (name: FilterName, selected: Uint8Array | null): Filter | null =>
  selected === null ? null : byColumn(name, selected, Uint8Array.of(0, 1));

function byLists(name: FilterName, lists: Lists, wanted: readonly string[]): Filter | null {
  const allowed = inDictionary(lists.dictionary, wanted);
  return allowed === null ? null : { name, allowed, column: null, lists };
}

/**
 * Replaces each merged name with its main name, because the names may have been merged after the filter was
 * saved.
 */
const mergedInvestors = ({ investors }: SearchWorld, wanted: readonly string[]): readonly string[] =>
  wanted.map((value) => investors.merges.get(keyOf(value)) ?? value);

/** Returns a filter for companies with at least one of the requested marks, such as lists or tags. */
function byMarks(
  name: FilterName,
  columns: Columns,
  marks: ReadonlyMap<string, Uint32Array>,
  wanted: readonly string[],
): Filter | null {
  if (wanted.length === 0) return null;
  const marked = new Uint8Array(columns.size);
  for (const mark of wanted) for (const slot of marks.get(mark) ?? []) marked[slot] = 1;
  return byColumn(name, marked, Uint8Array.of(0, 1));
}

/** Like `byMarks`, but if `wanted` contains `none`, companies without any mark also pass the filter. */
function byMarksOrNone(
  name: FilterName,
  columns: Columns,
  marks: ReadonlyMap<string, Uint32Array>,
  { wanted, none }: { wanted: readonly string[]; none: string },
): Filter | null {
  if (!wanted.includes(none)) return byMarks(name, columns, marks, wanted);
  const marked = new Uint8Array(columns.size).fill(1);
  for (const [mark, slots] of marks) if (!wanted.includes(mark)) for (const slot of slots) marked[slot] = 0;
  return byColumn(name, marked, Uint8Array.of(0, 1));
}

/**
 * Returns the array `Filter.allowed`, with 1 for each requested value. Returns null if no value is requested.
 * If no company has a requested value, all elements are 0, so no company passes the filter.
 */
export function inDictionary({ keys, numbers }: Dictionary, wanted: readonly string[]): Uint8Array | null {
  if (wanted.length === 0) return null;
  const allowed = new Uint8Array(keys.length);
  for (const value of wanted) {
    const number = numbers.get(keyOf(value));
    if (number !== undefined) allowed[number] = 1;
  }
  return allowed;
}

/**
 * Returns `Filter.allowed` for the requested ages of the data. The longest requested period includes all
 * shorter periods. `older` is allowed only if it is requested.
 */
function freshnessAmong(wanted: LibraryFilters['freshness']): Uint8Array | null {
  if (wanted.length === 0) return null;
  const periods = wanted.filter((value) => value !== 'older');
  const longest = Math.max(-1, ...periods.map((value) => FRESHNESS.indexOf(value)));
  return Uint8Array.from(FRESHNESS, (value, at) =>
    (value === 'older' ? wanted.includes(value) : at <= longest) ? 1 : 0,
  );
}

/** Returns `Filter.allowed` for the requested window states. `open` includes windows that close soon. */
function windowsAmong(wanted: LibraryFilters['windows']): Uint8Array | null {
  if (wanted.length === 0) return null;
  const allowed = Uint8Array.of(0, ...WINDOWS.map((window) => (wanted.includes(window) ? 1 : 0)));
  allowed[CLOSING] = wanted.includes('closing') || wanted.includes('open') ? 1 : 0;
  return allowed;
}

/** Number of different values in `columns.fit`. */
export const FIT_VALUES = 102;

/** Returns the fit range to which a value in `columns.fit` belongs. */
export const rangeOfFit = (value: number): FitRange => fitRangeOf(value === 0 ? undefined : value - 1);

function fitsAmong(wanted: readonly FitRange[]): Uint8Array | null {
  if (wanted.length === 0) return null;
  return Uint8Array.from({ length: FIT_VALUES }, (_, value) => (wanted.includes(rangeOfFit(value)) ? 1 : 0));
}

const yesOrNo = (wanted: boolean | null): Uint8Array | null =>
  wanted === null ? null : Uint8Array.of(wanted ? 0 : 1, wanted ? 1 : 0);
