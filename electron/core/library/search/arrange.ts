import { initialOf, type Columns } from './columns.ts';
import type { Sifted } from './count.ts';
import type { Matched } from './match.ts';
import type { Order } from './orders.ts';

/** Below this share of all companies it is quicker to sort what was found by its places in the order. */
const SPARSE_SHARE = 12;

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
  const list = new Uint32Array(total);
  let [count, from] = [0, 0];
  return {
    total,
    upTo: (end) => {
      const wanted = Math.min(end, total);
      for (; count < wanted && from < order.length; from += 1) {
        const slot = order[from] ?? 0;
        if (failed[slot] === 0) list[count++] = slot;
      }
      return list;
    },
  };
}

const TIERS = 6;
/** The tiers of names that are what was typed, or begin with it. */
const BEGINS = 2;

/**
 * By relevance: the name is what was typed, begins with it, has a word that begins with every word; then the company's other
 * texts, the note, the people. Within each the newest announcement first, the order that `list` is in.
 *
 * The first letters of a word find half the library, and the names that begin with them fill the page: what comes after those
 * is told apart when somebody scrolls so far.
 */
export function byRelevance(
  { names, initials }: Columns,
  list: Arranged,
  phrase: string,
  words: readonly string[],
  { byNote, byPerson }: Matched,
): Arranged {
  const isHelped = byNote.size + byPerson.size > 0;
  const isOwn = (slot: number): boolean => !isHelped || !(byNote.has(slot) || byPerson.has(slot));
  const initial = initialOf(phrase);
  const beginsOf = (slot: number): number => {
    if (initials[slot] !== initial) return BEGINS;
    const name = names[slot] ?? '';
    if (!name.startsWith(phrase) || !isOwn(slot)) return BEGINS;
    return name.length === phrase.length ? 0 : 1;
  };
  const { total } = list;
  const found = list.upTo(total);
  const { sorted, starts } = byTier(found, BEGINS + 1, beginsOf);
  const begin = starts[BEGINS] ?? 0;
  let isWhole = begin === total;
  const inside = words.map((word) => ` ${word}`);
  const restOf = (slot: number): number => {
    if (!isOwn(slot)) return byPerson.has(slot) ? 3 : 2;
    const name = names[slot] ?? '';
    return inside.every((word, at) => name.startsWith(words[at] ?? '') || name.includes(word)) ? 0 : 1;
  };
  return {
    total,
    upTo: (end) => {
      if (!isWhole && end > begin)
        sorted.set(byTier(sorted.subarray(begin), TIERS - BEGINS, restOf).sorted, begin);
      isWhole ||= end > begin;
      return sorted;
    },
  };
}

/** Sorted by tier, equals as they were, and where each tier starts. */
function byTier(
  list: Uint32Array,
  tierCount: number,
  tierOf: (slot: number) => number,
): { readonly sorted: Uint32Array; readonly starts: Uint32Array } {
  const tiers = new Uint8Array(list.length);
  const starts = new Uint32Array(tierCount + 1);
  for (let at = 0; at < list.length; at += 1) {
    const tier = tierOf(list[at] ?? 0);
    tiers[at] = tier;
    starts[tier + 1] = (starts[tier + 1] ?? 0) + 1;
  }
  for (let tier = 1; tier <= tierCount; tier += 1)
    starts[tier] = (starts[tier] ?? 0) + (starts[tier - 1] ?? 0);
  const places = starts.slice();
  const sorted = new Uint32Array(list.length);
  for (let at = 0; at < list.length; at += 1) {
    const tier = tiers[at] ?? 0;
    const place = places[tier] ?? 0;
    places[tier] = place + 1;
    sorted[place] = list[at] ?? 0;
  }
  return { sorted, starts };
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
