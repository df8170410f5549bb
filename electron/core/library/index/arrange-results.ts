import { BY_DATE, type Columns } from './columns.ts';
import type { ClassifiedMatches } from './count-matches.ts';
import type { Order } from './sort-orders.ts';
import { CLOSING, type Timed } from './time-flags.ts';

/**
 * If at most one in `SPARSE_SHARE` companies matches, the matches are sorted by rank. Otherwise, it is faster
 * to scan all companies in the sort order and pick the matches.
 */
const SPARSE_SHARE = 12;
/** Minimum capacity of a list that is filled on demand. */
const FIRST_ROOM = 512;

/** An ordered result list. */
export interface ArrangedResults {
  readonly total: number;
  /** Returns the slots in order, filled at least up to position `end`. */
  upTo(end: number): Uint32Array;
}

/**
 * Arranges the matches in sort order. A long list is filled lazily, and only as far as the caller requests.
 */
export function arranged(
  { failed, passing }: ClassifiedMatches,
  { slots: order, rank }: Order,
): ArrangedResults {
  const total = passing.length;
  if (total * SPARSE_SHARE <= order.length) {
    const list = passing.map((slot) => rank[slot] ?? 0).sort();
    for (let at = 0; at < total; at += 1) list[at] = order[list[at] ?? 0] ?? 0;
    return { total, upTo: () => list };
  }
  let list: Uint32Array = new Uint32Array();
  let [count, from] = [0, 0];
  return {
    total,
    upTo: (end) => {
      const wanted = Math.min(end, total);
      list = roomFor(list, wanted, total);
      for (; count < wanted && from < order.length; from += 1) {
        const slot = order[from] ?? 0;
        if (failed[slot] === 0) list[count++] = slot;
      }
      return list;
    },
  };
}

/**
 * Returns the list with capacity for at least `wanted` entries and at most `total`. The capacity grows only
 * as far as entries are requested, because few users scroll through the whole list.
 */
export function roomFor(list: Uint32Array, wanted: number, total: number): Uint32Array {
  if (wanted <= list.length) return list;
  const larger = new Uint32Array(Math.min(total, Math.max(FIRST_ROOM, wanted, list.length * 2)));
  larger.set(list);
  return larger;
}

/**
 * Sorts a list by contact window: first open windows that will close, then open windows without an end, then
 * unknown windows, and last closed windows. The list must already be sorted by announcement date. Open
 * windows stay in that order, because a window closes a fixed number of days after the announcement.
 */
export function openWindowsFirst(
  { reportedWindow }: Columns,
  { windows }: Timed,
  list: ArrangedResults,
): ArrangedResults {
  const placeOf = (slot: number): number => {
    const window = windows[slot] ?? 0;
    if (window === CLOSING || window === 1) return reportedWindow[slot] === BY_DATE ? 0 : 1;
    return window === 2 ? 3 : 2;
  };
  const sort = (): Uint32Array => {
    const places: number[][] = [[], [], [], []];
    const slots = list.upTo(list.total);
    // A loop over array indexes, for speed; see count-matches.ts.
    for (let at = 0; at < list.total; at += 1) places[placeOf(slots[at] ?? 0)]?.push(slots[at] ?? 0);
    return Uint32Array.from(places.flat());
  };
  let sorted: Uint32Array | null = null;
  return { total: list.total, upTo: () => (sorted ??= sort()) };
}

export interface CurrencyGroup {
  /** Null if the amounts have no currency. */
  readonly currency: string | null;
  /** Position of the group's first company in the list. */
  readonly offset: number;
  readonly count: number;
}

/**
 * Splits a list sorted by amount into currency groups. Companies without an amount come last and belong to no
 * group.
 */
export function currencyGroups(columns: Columns, list: Uint32Array, max: number): CurrencyGroup[] {
  const groups: CurrencyGroup[] = [];
  let offset = 0;
  while (offset < list.length && groups.length < max && hasAmount(columns, list[offset] ?? 0)) {
    const currency = columns.currency[list[offset] ?? 0] ?? 0;
    let end = offset + 1;
    while (end < list.length && isOf(columns, list[end] ?? 0, currency)) end += 1;
    groups.push({
      currency: currency === 0 ? null : (columns.currencies.labels[currency] ?? null),
      offset,
      count: end - offset,
    });
    offset = end;
  }
  return groups;
}

const hasAmount = (columns: Columns, slot: number): boolean => !Number.isNaN(columns.amount[slot] ?? NaN);
const isOf = (columns: Columns, slot: number, currency: number): boolean =>
  hasAmount(columns, slot) && columns.currency[slot] === currency;
