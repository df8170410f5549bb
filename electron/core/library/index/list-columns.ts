import { clip } from '../../foundation/clip-text.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';

/* Typed arrays that store, for each company slot of `columns.ts`, a list of values such as industries. */

export const KEY_MAX = 200;
/**
 * Number of values per list that are stored in `first`. Most lists do not have more values. If no list is
 * longer, counting values needs only `first`.
 */
export const FIRST = 4;
const NARROW_MAX = 0xffff;
/**
 * The factor by which the estimated size of `Lists.heap` is increased. The estimate is based on the lists
 * that are loaded first, and these may be shorter than average.
 */
const SPARE = 1.1;

/** Assigns numbers to the values that companies share, such as industries. The number 0 means no value. */
export interface Dictionary {
  readonly keys: string[];
  readonly labels: string[];
  /** The number assigned to each value. The map's keys are the results of `keyOf`. */
  readonly numbers: Map<string, number>;
  /**
   * The number assigned to each value, by the value's original name. Without this map, the same name would be
   * folded again for every company, which would take most of the loading time.
   */
  readonly byName: Map<string, number>;
}
export const createDictionary = (): Dictionary => ({
  keys: [''],
  labels: [''],
  numbers: new Map(),
  byName: new Map(),
});

export function numberOf({ keys, labels, numbers }: Dictionary, key: string, label: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = keys.push(key) - 1;
  labels.push(label);
  numbers.set(key, number);
  return number;
}

/** A list of values for each slot. The lists store the number of each value in `dictionary`. */
export interface Lists {
  readonly dictionary: Dictionary;
  /**
   * The first `FIRST` values of each slot. If a slot has fewer, the rest is filled with 0. While the
   * dictionary is small, each value takes 16 bits instead of 32, which halves the memory.
   */
  first: Uint16Array | Uint32Array;
  /**
   * For each slot, where its values after the first `FIRST` begin in `heap`. `length` is the number of these
   * further values.
   */
  start: Uint32Array;
  length: Uint16Array;
  heap: Uint32Array;
  /**
   * The index after the last element of the heap. `unused` is the number of elements before it that no longer
   * belong to a slot.
   */
  end: number;
  unused: number;
  /** Number of slots whose list contains each value. Indexed by the value's number in the dictionary. */
  readonly held: number[];
}
export const createLists = (slots: number): Lists => ({
  dictionary: createDictionary(),
  first: new Uint16Array(slots * FIRST),
  start: new Uint32Array(slots),
  length: new Uint16Array(slots),
  heap: new Uint32Array(slots),
  end: 0,
  unused: 0,
  held: [],
});

/** Normalizes a value for filters and facets. */
export const keyOf = (name: string): string => clip(fold(name), KEY_MAX);

/** Returns the number assigned to the value with this name; 0 if there is no name. */
export function shared(dictionary: Dictionary, name: string | null): number {
  if (name === null || name === '') return 0;
  const known = dictionary.byName.get(name);
  if (known !== undefined) return known;
  const number = numberOf(dictionary, keyOf(name), clip(name, KEY_MAX));
  dictionary.byName.set(name, number);
  return number;
}

export function sizeLists(lists: Lists, slots: number): void {
  const [first, start, length] = [
    lists.first instanceof Uint16Array ? new Uint16Array(slots * FIRST) : new Uint32Array(slots * FIRST),
    new Uint32Array(slots),
    new Uint16Array(slots),
  ];
  first.set(lists.first);
  start.set(lists.start);
  length.set(lists.length);
  Object.assign(lists, { first, start, length });
}

/** Returns whether any list contains more than `FIRST` numbers. */
export const hasLonger = ({ end, unused }: Lists): boolean => end > unused;

export function* listOf({ first, start, length, heap }: Lists, slot: number): Generator<number> {
  for (const number of first.subarray(slot * FIRST, (slot + 1) * FIRST)) if (number > 0) yield number;
  const from = start[slot] ?? 0;
  yield* heap.subarray(from, from + (length[slot] ?? 0));
}

/**
 * Replaces a slot's list. If the heap is full, it grows; the larger `share` is, the more it grows. During the
 * initial load, `share` is the expected number of companies divided by the number already loaded.
 */
export function setList(lists: Lists, slot: number, names: readonly string[], share = 1): void {
  const numbers: number[] = [];
  for (const name of names) {
    const number = shared(lists.dictionary, name);
    if (number > 0 && !numbers.includes(number)) numbers.push(number);
  }
  setNumbers(lists, slot, numbers, share);
}

/**
 * Like `setList`, but takes the numbers that the values have in the dictionary instead of the values' names.
 * No number may occur twice.
 */
export function setNumbers(lists: Lists, slot: number, numbers: readonly number[], share = 1): void {
  if ((lists.first[slot * FIRST] ?? 0) > 0) for (const number of listOf(lists, slot)) hold(lists, number, -1);
  lists.unused += lists.length[slot] ?? 0;
  if (lists.first instanceof Uint16Array && numbers.some((number) => number > NARROW_MAX))
    lists.first = Uint32Array.from(lists.first);
  for (let at = 0; at < FIRST; at += 1) lists.first[slot * FIRST + at] = numbers[at] ?? 0;
  const longer = Math.max(0, numbers.length - FIRST);
  lists.length[slot] = 0;
  if (lists.end + longer > lists.heap.length) makeRoom(lists, longer, share);
  if (longer > 0) lists.heap.set(numbers.slice(FIRST), lists.end);
  lists.start[slot] = lists.end;
  lists.length[slot] = longer;
  lists.end += longer;
  for (const number of numbers) hold(lists, number, 1);
}

function hold({ held }: Lists, number: number, by: 1 | -1): void {
  while (held.length <= number) held.push(0);
  held[number] = (held[number] ?? 0) + by;
}

/** Makes room for `more` values. Copies the values in use to a larger heap, and omits the unused values. */
function makeRoom(lists: Lists, more: number, share: number): void {
  const used = lists.end - lists.unused;
  const times = Math.max(2, share * SPARE);
  const heap = new Uint32Array(Math.max(lists.heap.length, Math.ceil(times * (used + more))));
  if (lists.unused === 0) heap.set(lists.heap.subarray(0, lists.end));
  else gather(lists, heap);
  lists.heap = heap;
  lists.end = used;
  lists.unused = 0;
}

function gather(lists: Lists, heap: Uint32Array): void {
  let end = 0;
  for (let slot = 0; slot < lists.length.length; slot += 1) {
    const [start, length] = [lists.start[slot] ?? 0, lists.length[slot] ?? 0];
    lists.start[slot] = end;
    for (let at = start; at < start + length; at += 1) heap[end++] = lists.heap[at] ?? 0;
  }
}
