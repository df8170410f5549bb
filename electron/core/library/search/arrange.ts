import type { Columns } from './columns.ts';
import type { Sifted } from './count.ts';
import type { Order } from './orders.ts';

/** Below this share of all companies it is quicker to sort what was found by its places in the order. */
const SPARSE_SHARE = 12;
/** Room in a long list to begin with. */
const FIRST_ROOM = 512;

/** A list by position. */
export interface Arranged {
  readonly total: number;
  /** The companies in order, as far as to place `end` at least. */
  upTo(end: number): Uint32Array;
}

/** What passed every filter, in order. Of a long list only what is asked for is looked up. */
export function arranged({ failed, passing }: Sifted, { slots: order, rank }: Order): Arranged {
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

/** The same list with room for `wanted` of at most `total`: nobody scrolls through all of half a library. */
export function roomFor(list: Uint32Array, wanted: number, total: number): Uint32Array {
  if (wanted <= list.length) return list;
  const larger = new Uint32Array(Math.min(total, Math.max(FIRST_ROOM, wanted, list.length * 2)));
  larger.set(list);
  return larger;
}

export interface CurrencyGroup {
  /** Null: no currency was told. */
  readonly currency: string | null;
  /** Place of its first company in the list, and how many there are. */
  readonly offset: number;
  readonly count: number;
}

/** The parts of a list that is ordered by amount. Companies without an amount come after the last. */
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
