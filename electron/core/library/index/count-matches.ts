import { isEqual, isZero } from '../../foundation/branchless.ts';
import type { Filter } from './filters.ts';
import { FIRST, hasLonger, type Dictionary, type Lists } from './list-columns.ts';
import { forEachRange, type YieldIfDue } from './time-slices.ts';

/*
 * Filters the word matches and counts facet values. A search spends most of its time in the loops of this
 * file. The loops use an array index, because `for … of` over a typed array is 2 to 30 times slower (Node
 * 24).
 */

/** Maximum number of values per facet. Selected values are included first. */
const VALUES_MAX = 50;
const OUT = 255;
/** Number of companies that are counted before the counting yields, if it is due. */
const STEP = 50_000;

/** The companies that match the words, and the filters that each of them fails. */
export interface ClassifiedMatches {
  readonly slots: Uint32Array;
  /**
   * One number per slot. 0: the company passes every filter. n: it fails only the n-th filter, so it counts
   * only in the facet of that filter. 255: it fails several filters or does not match the words.
   */
  readonly failed: Uint8Array;
  /** Slots that pass every filter, in the order of `slots`. */
  readonly passing: Uint32Array;
}

export function classifyMatches(
  slots: Uint32Array,
  size: number,
  filters: readonly Filter[],
): ClassifiedMatches {
  const failed = new Uint8Array(size).fill(OUT);
  for (let at = 0; at < slots.length; at += 1) failed[slots[at] ?? 0] = 0;
  filters.forEach(({ column, lists, allowed }, at) => {
    if (column !== null) failColumn(slots, failed, at + 1, column, allowed);
    if (lists !== null) failLists(slots, failed, at + 1, lists, allowed);
  });
  return {
    slots,
    failed,
    passing: filters.length === 0 ? slots : failing(slots, failed, 0),
  };
}

function failColumn(
  slots: Uint32Array,
  failed: Uint8Array,
  own: number,
  column: ArrayLike<number>,
  allowed: Uint8Array,
): void {
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] ?? 0;
    if (failed[slot] === OUT || allowed[column[slot] ?? 0] === 1) continue;
    failed[slot] = failed[slot] === 0 ? own : OUT;
  }
}

function failLists(
  slots: Uint32Array,
  failed: Uint8Array,
  own: number,
  lists: Lists,
  allowed: Uint8Array,
): void {
  const { first, start, length, heap } = lists;
  const isLong = hasLonger(lists);
  for (let place = 0; place < slots.length; place += 1) {
    const slot = slots[place] ?? 0;
    if (failed[slot] === OUT) continue;
    let passes = false;
    const to = (slot + 1) * FIRST;
    for (let at = slot * FIRST; at < to && !passes; at += 1) passes = allowed[first[at] ?? 0] === 1;
    const from = isLong ? (start[slot] ?? 0) : 0;
    const end = isLong ? from + (length[slot] ?? 0) : 0;
    for (let at = from; at < end && !passes; at += 1) passes = allowed[heap[at] ?? 0] === 1;
    if (!passes) failed[slot] = failed[slot] === 0 ? own : OUT;
  }
}

/**
 * Returns the slots that a facet counts: those that pass all filters, and those that fail only the facet's
 * own filter. `own` is the 1-based index of this filter, or 0 if the facet has no filter.
 */
export function countedFor({ slots, failed, passing }: ClassifiedMatches, own: number): Uint32Array {
  return own === 0 ? passing : failing(slots, failed, own);
}

function failing(slots: Uint32Array, failed: Uint8Array, own: number): Uint32Array {
  const remaining = new Uint32Array(slots.length);
  let count = 0;
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] ?? 0;
    remaining[count] = slot;
    count += isCounted(failed[slot] ?? 0, own);
  }
  return remaining.subarray(0, count);
}

/** Returns 1 if a company fails no filter, or only the filter `own`. Otherwise, returns 0. */
const isCounted = (failed: number, own: number): number => isZero(failed) | isEqual(failed, own);

/** Counts how often each value occurs in `column` among `slots`. */
export async function countColumn(
  slots: Uint32Array,
  column: ArrayLike<number>,
  numbers: number,
  yieldIfDue: YieldIfDue,
): Promise<Uint32Array> {
  const counts = new Uint32Array(numbers);
  const add = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      const number = column[slots[at] ?? 0] ?? 0;
      counts[number] = (counts[number] ?? 0) + 1;
    }
  };
  await forEachRange(slots.length, STEP, add, yieldIfDue);
  return counts;
}

/**
 * Counts how often each value occurs in `lists` among the slots that the facet counts. If these are more than
 * half of all slots, counts the other slots and subtracts the result from the totals, because that is faster.
 */
export async function countLists(
  classified: ClassifiedMatches,
  own: number,
  lists: Lists,
  yieldIfDue: YieldIfDue,
): Promise<Uint32Array> {
  const { failed } = classified;
  const slots = countedFor(classified, own);
  const counts = new Uint32Array(lists.dictionary.keys.length);
  if (slots.length * 2 <= failed.length) {
    const add = (from: number, to: number): void => addLists(counts, slots.subarray(from, to), lists);
    await forEachRange(slots.length, STEP, add, yieldIfDue);
  } else {
    const others = new Uint32Array(STEP);
    const add = (from: number, to: number): void => {
      let count = 0;
      for (let slot = from; slot < to; slot += 1) {
        others[count] = slot;
        count += 1 - isCounted(failed[slot] ?? 0, own);
      }
      // Deleted companies in `others` do not affect the result, because their lists are empty.
      addLists(counts, others.subarray(0, count), lists);
    };
    await forEachRange(failed.length, STEP, add, yieldIfDue);
    for (let at = 0; at < counts.length; at += 1) counts[at] = (lists.held[at] ?? 0) - (counts[at] ?? 0);
  }
  // Unused elements of `first` are 0. `addLists` counts them too, because checking for them would be slower.
  counts[0] = 0;
  return counts;
}

/** Adds the values in the lists of `slots` to `counts`. */
function addLists(counts: Uint32Array, slots: Uint32Array, lists: Lists): void {
  const { first } = lists;
  for (let place = 0; place < slots.length; place += 1) {
    const from = (slots[place] ?? 0) * FIRST;
    for (let at = from; at < from + FIRST; at += 1) {
      const number = first[at] ?? 0;
      counts[number] = (counts[number] ?? 0) + 1;
    }
  }
  if (hasLonger(lists)) addLonger(counts, slots, lists);
}

function addLonger(counts: Uint32Array, slots: Uint32Array, { start, length, heap }: Lists): void {
  for (let place = 0; place < slots.length; place += 1) {
    const slot = slots[place] ?? 0;
    const from = start[slot] ?? 0;
    const to = from + (length[slot] ?? 0);
    for (let at = from; at < to; at += 1) {
      const number = heap[at] ?? 0;
      counts[number] = (counts[number] ?? 0) + 1;
    }
  }
}

/** Counts the marked companies that pass all filters or fail only the filter `own`. */
export function countMarked(marked: Uint32Array, { failed }: ClassifiedMatches, own: number): number {
  let count = 0;
  for (let at = 0; at < marked.length; at += 1) {
    const failing = failed[marked[at] ?? 0];
    if (failing === 0 || failing === own) count += 1;
  }
  return count;
}

export interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/**
 * Returns the selected values and the most frequent other values, at most `VALUES_MAX` in total. `more` is
 * the number of omitted values.
 */
export function valuesOf(
  { keys, labels }: Dictionary,
  counts: Uint32Array,
  allowed: Uint8Array | null,
): { values: FacetValue[]; more: number } {
  const isWanted = (number: number): number => (allowed?.[number] === 1 ? 1 : 0);
  const byKey = (a: number, b: number): number => ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : 1);
  const byCount = (a: number, b: number): number => (counts[b] ?? 0) - (counts[a] ?? 0) || byKey(a, b);
  const best = createBest(VALUES_MAX, (a, b) => isWanted(b) - isWanted(a) || byCount(a, b));
  for (let number = 1; number < counts.length; number += 1)
    if ((counts[number] ?? 0) > 0 || allowed?.[number] === 1) best.add(number);
  return {
    values: best.list.sort(byCount).map((number) => ({
      value: keys[number] ?? '',
      label: labels[number] ?? '',
      count: counts[number] ?? 0,
    })),
    more: best.added() - best.list.length,
  };
}

/**
 * Collects numbers, and keeps only the first `max` of them in the given order. The other numbers are never
 * sorted.
 */
function createBest(max: number, order: (a: number, b: number) => number) {
  const list: number[] = [];
  let added = 0;
  return {
    list,
    added: (): number => added,
    add: (number: number): void => {
      added += 1;
      if (list.length === max && order(number, list[max - 1] ?? 0) > 0) return;
      let [from, to] = [0, list.length];
      while (from < to) {
        const middle = (from + to) >>> 1;
        if (order(number, list[middle] ?? 0) < 0) to = middle;
        else from = middle + 1;
      }
      list.splice(from, 0, number);
      if (list.length > max) list.pop();
    },
  };
}
