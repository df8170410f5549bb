import { roomFor, type Arranged } from './arrange.ts';
import { HERE, type Columns } from './columns.ts';
import type { Sifted } from './count.ts';
import type { Help, Matched } from './match.ts';
import type { Order } from './orders.ts';

/** How well what does not begin with what was typed answers it: a word of the name, other texts, own tags, the note, the people. */
const TIERS = 5;
const TIER_OF = { tag: 2, note: 3, person: 4 } as const satisfies Record<Help, number>;
const UNKNOWN = TIERS;
const PLACED = TIERS + 1;
/** Companies that are looked through before it is seen whether they are enough. */
const STEPS = 256;

interface Asked {
  /** What was typed, folded, and its words. */
  readonly phrase: string;
  readonly words: readonly string[];
  readonly matched: Matched;
}

/** Both up to date. */
interface Orders {
  readonly announced: Order;
  readonly name: Order;
}

/**
 * By relevance: the name is what was typed, begins with it, has a word that begins with every word; then the company's other
 * texts, the seller's tags, the note, the people. Within each the newest announcement first, the order that `list` is in.
 *
 * The first letters of a word find half the library, and the names that begin with them, which stand together in the order of
 * names, fill the page. What comes after those is told apart as far as somebody scrolls.
 */
export function byRelevance(
  columns: Columns,
  { announced, name }: Orders,
  { failed }: Sifted,
  list: Arranged,
  asked: Asked,
): Arranged {
  const { names } = columns;
  const isOwn = ownBy(asked.matched);
  const { total } = list;
  const exact: number[] = [];
  const longer: number[] = [];
  for (const [from, to] of beginningWith(columns, name.slots, asked.phrase))
    for (let at = from; at < to; at += 1) {
      const slot = name.slots[at] ?? 0;
      if (failed[slot] !== 0 || !isOwn(slot)) continue;
      const isExact = names[slot]?.length === asked.phrase.length;
      (isExact ? exact : longer).push(announced.rank[slot] ?? 0);
    }
  const first = Uint32Array.from(exact).sort();
  const count = exact.length + longer.length;
  let sorted = roomFor(new Uint32Array(), count, total);
  sorted.set(first);
  sorted.set(Uint32Array.from(longer).sort(), first.length);
  for (let at = 0; at < count; at += 1) sorted[at] = announced.slots[sorted[at] ?? 0] ?? 0;
  const rest = restOf(columns, sorted.subarray(0, count), list, asked);
  return {
    total,
    upTo: (end) => {
      // A step may find more than was asked for.
      sorted = roomFor(sorted, Math.min(end + STEPS, total), total);
      rest(sorted, end);
      return sorted;
    },
  };
}

/** Who was found by the company's own texts alone. */
function ownBy({ helpedBy }: Matched): (slot: number) => boolean {
  return helpedBy.size === 0 ? () => true : (slot) => !helpedBy.has(slot);
}

/**
 * The parts of the order of names in which they begin with a text, as from and to: of the companies that are here, and of the
 * lost ones, which come last.
 */
function beginningWith(
  { names, state }: Columns,
  slots: Uint32Array,
  phrase: string,
): (readonly [from: number, to: number])[] {
  const nameAt = (at: number): string => names[slots[at] ?? 0] ?? '';
  const here = firstWhere(0, slots.length, (at) => state[slots[at] ?? 0] !== HERE);
  return [[0, here] as const, [here, slots.length] as const].map(([low, high]) => {
    const from = firstWhere(low, high, (at) => nameAt(at) >= phrase);
    return [from, firstWhere(from, high, (at) => !nameAt(at).startsWith(phrase))];
  });
}

/** The first place from `low` on of which `is` holds, as of all after it; `high` where it holds of none. */
function firstWhere(low: number, high: number, is: (at: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (is(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Fills `sorted` after those that are `placed`, as far as it is asked to, with those of `list` that are none of them. */
function restOf(
  columns: Columns,
  placed: Uint32Array,
  list: Arranged,
  asked: Asked,
): (sorted: Uint32Array, end: number) => void {
  const tierOf = tiersOf(columns, asked);
  let tiers: Uint8Array | null = null;
  let [count, tier, at] = [placed.length, 0, 0];
  return (sorted, end) => {
    if (count >= Math.min(end, list.total)) return;
    tiers ??= unknownBut(placed, columns.size);
    while (count < Math.min(end, list.total) && tier < TIERS) {
      if (at === list.total) [tier, at] = [tier + 1, 0];
      const to = Math.min(at + STEPS, list.total);
      const source = list.upTo(to);
      for (; at < to; at += 1) {
        const slot = source[at] ?? 0;
        if (tiers[slot] === UNKNOWN) tiers[slot] = tierOf(slot);
        if (tiers[slot] === tier) sorted[count++] = slot;
      }
    }
  };
}

function unknownBut(placed: Uint32Array, size: number): Uint8Array {
  const tiers = new Uint8Array(size).fill(UNKNOWN);
  for (let at = 0; at < placed.length; at += 1) tiers[placed[at] ?? 0] = PLACED;
  return tiers;
}

function tiersOf({ names }: Columns, { words, matched }: Asked): (slot: number) => number {
  const inside = words.map((word) => ` ${word}`);
  return (slot) => {
    const help = matched.helpedBy.get(slot);
    if (help !== undefined) return TIER_OF[help];
    const name = names[slot] ?? '';
    return inside.every((word, at) => name.startsWith(words[at] ?? '') || name.includes(word)) ? 0 : 1;
  };
}
