import type { Columns } from './columns.ts';
import type { Failed } from './count.ts';
import type { Matched } from './match.ts';
import type { Order } from './orders.ts';

/** Below this share of all companies it is quicker to sort what was found by its places in the order. */
const SPARSE_SHARE = 12;

/** What passed every filter, in order. */
export function arranged(
  slots: Uint32Array,
  failed: Failed,
  total: number,
  { slots: order, rank }: Order,
): Uint32Array {
  const result = new Uint32Array(total);
  let count = 0;
  if (total * SPARSE_SHARE > order.length) {
    for (const slot of order) if (failed[slot] === 0) result[count++] = slot;
    return result;
  }
  for (const slot of slots) if (failed[slot] === 0) result[count++] = rank[slot] ?? 0;
  result.sort();
  for (let at = 0; at < count; at += 1) result[at] = order[result[at] ?? 0] ?? 0;
  return result;
}

const TIERS = 6;

/**
 * By relevance: the name is what was typed, begins with it, has a word that begins with every word; then the company's other
 * texts, the note, the people. Within each the newest announcement first. `list` is in that order already.
 */
export function byRelevance(
  { names }: Columns,
  list: Uint32Array,
  phrase: string,
  words: readonly string[],
  { byNote, byPerson }: Matched,
): Uint32Array {
  const begins = words.map((word) => ` ${word}`);
  const tiers = Uint8Array.from(list, (slot) => {
    if (byPerson.has(slot)) return 5;
    if (byNote.has(slot)) return 4;
    const name = names[slot] ?? '';
    if (name === phrase) return 0;
    if (name.startsWith(phrase)) return 1;
    const spaced = ` ${name}`;
    return begins.every((begin) => spaced.includes(begin)) ? 2 : 3;
  });
  const result = new Uint32Array(list.length);
  let count = 0;
  for (let tier = 0; tier < TIERS; tier += 1)
    list.forEach((slot, at) => {
      if (tiers[at] === tier) result[count++] = slot;
    });
  return result;
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
