import type { LibraryFilters } from '../../../../shared/model/library.ts';
import type { LibraryHas } from '../../../../shared/model/company.ts';
import { FRESHNESS } from '../../../../shared/model/library.ts';
import { WINDOWS, type Columns } from './columns.ts';
import { keyOf, type Dictionary, type Lists } from './list-columns.ts';
import { CLOSING, type Timed } from './time-flags.ts';
import type { TriagedSlots } from './triaged-slots.ts';
import type { SearchWorld } from './search-state.ts';

/**
 * One filter. Values are numbers, and `allowed[value]` is 1 for each requested value. A company passes if its
 * value in `column`, or any of its values in `lists`, is requested. Either `column` or `lists` is null.
 */
export interface Filter {
  readonly name: FilterName;
  readonly allowed: Uint8Array;
  readonly column: ArrayLike<number> | null;
  readonly lists: Lists | null;
}
export type FilterName = keyof LibraryFilters | 'has';

/** Returns the requested filters. A filter for which no value is selected is omitted. */
export function filtersOf(
  world: SearchWorld,
  asked: LibraryFilters,
  has: LibraryHas | null,
  timed: Timed,
  triaged: TriagedSlots,
): Filter[] {
  const { columns, marks } = world;
  const filters: (Filter | null)[] = [
    byColumn('countries', columns.country, inDictionary(columns.countries, asked.countries)),
    byColumn('stages', columns.stage, inDictionary(columns.stages, asked.stages)),
    byLists('industries', columns.industries, asked.industries),
    byLists('tags', columns.tags, asked.tags),
    byMarks('lists', columns, marks.list, asked.lists),
    byMarksOrNone('statuses', columns, marks.status, { asked: asked.statuses, none: 'none' }),
    byMarks('ownTags', columns, marks.tag, asked.ownTags),
    byMarksOrNone('triage', columns, triaged, { asked: asked.triage, none: 'todo' }),
    byColumn('windows', timed.windows, windowsAmong(asked.windows)),
    byColumn('freshness', timed.freshness, places(FRESHNESS, asked.freshness, 0)),
    byColumn('hiring', columns.isHiring, yesOrNo(asked.hiring)),
    byColumn('people', columns.hasPeople, yesOrNo(asked.people)),
    byColumn('note', columns.hasNote, yesOrNo(asked.note)),
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

function byLists(name: FilterName, lists: Lists, asked: readonly string[]): Filter | null {
  const allowed = inDictionary(lists.dictionary, asked);
  return allowed === null ? null : { name, allowed, column: null, lists };
}

/** Returns a filter for companies with at least one of the requested marks, such as lists or tags. */
function byMarks(
  name: FilterName,
  columns: Columns,
  marks: ReadonlyMap<string, Uint32Array>,
  asked: readonly string[],
): Filter | null {
  if (asked.length === 0) return null;
  const marked = new Uint8Array(columns.size);
  for (const mark of asked) for (const slot of marks.get(mark) ?? []) marked[slot] = 1;
  return byColumn(name, marked, Uint8Array.of(0, 1));
}

/** Like `byMarks`, but if `none` is requested, companies without any mark match too. */
function byMarksOrNone(
  name: FilterName,
  columns: Columns,
  marks: ReadonlyMap<string, Uint32Array>,
  { asked, none }: { asked: readonly string[]; none: string },
): Filter | null {
  if (!asked.includes(none)) return byMarks(name, columns, marks, asked);
  const marked = new Uint8Array(columns.size).fill(1);
  for (const [mark, slots] of marks) if (!asked.includes(mark)) for (const slot of slots) marked[slot] = 0;
  return byColumn(name, marked, Uint8Array.of(0, 1));
}

/**
 * Returns the array `Filter.allowed`, or null if no value is requested. If no company has a requested value,
 * the array is all 0 and no company passes.
 */
function inDictionary({ keys, numbers }: Dictionary, asked: readonly string[]): Uint8Array | null {
  if (asked.length === 0) return null;
  const allowed = new Uint8Array(keys.length);
  for (const value of asked) {
    const number = numbers.get(keyOf(value));
    if (number !== undefined) allowed[number] = 1;
  }
  return allowed;
}

function places<T>(all: readonly T[], asked: readonly T[], shift: number): Uint8Array | null {
  if (asked.length === 0) return null;
  const allowed = new Uint8Array(all.length + shift);
  for (const value of asked) allowed[all.indexOf(value) + shift] = 1;
  return allowed;
}

/** Returns `Filter.allowed` for the requested window states. `open` includes windows that close soon. */
function windowsAmong(asked: LibraryFilters['windows']): Uint8Array | null {
  if (asked.length === 0) return null;
  const allowed = Uint8Array.of(0, ...WINDOWS.map((window) => (asked.includes(window) ? 1 : 0)));
  allowed[CLOSING] = asked.includes('closing') || asked.includes('open') ? 1 : 0;
  return allowed;
}

const yesOrNo = (asked: boolean | null): Uint8Array | null =>
  asked === null ? null : Uint8Array.of(asked ? 0 : 1, asked ? 1 : 0);
