import { roomFor, type ArrangedResults } from './arrange-results.ts';
import { STORED, type Columns } from './columns.ts';
import type { ClassifiedMatches } from './count-matches.ts';
import type { Help, WordMatches } from './match-words.ts';
import type { Order } from './sort-orders.ts';

/**
 * Number of tiers for matches whose name does not begin with the typed text. Tier 0: the name contains all
 * words. Tier 1: the company's own text contains all words. Tier 2: at least one word occurs only in a tag.
 * Tier 3: at least one word occurs only in the note.
 */
const TIERS = 4;
const TIER_OF = { tag: 2, note: 3 } as const satisfies Record<Help, number>;
const UNKNOWN = TIERS;
const PLACED = TIERS + 1;
/** Number of companies to examine before checking whether enough matches were found. */
const STEPS = 256;

interface RelevanceQuery {
  /** The typed text, folded by `fold`. */
  readonly phrase: string;
  readonly words: readonly string[];
  readonly matched: WordMatches;
}

/** The two sort orders on which relevance is based. They must be up to date; see `sortOrder`. */
interface Orders {
  readonly announced: Order;
  readonly name: Order;
}

/**
 * Sorts matches by relevance. Exact names come first, then names that begin with the typed text, then the
 * tiers (see `TIERS`). Within each group, the newest announcement comes first. The first two groups are found
 * by binary search in the name order, and usually fill the page. The others are assigned to tiers only if
 * more matches are requested.
 */
export function byRelevance(
  columns: Columns,
  { announced, name }: Orders,
  { failed }: ClassifiedMatches,
  list: ArrangedResults,
  wanted: RelevanceQuery,
): ArrangedResults {
  const { names } = columns;
  const isOwn = ownBy(wanted.matched);
  const { total } = list;
  const exact: number[] = [];
  const longer: number[] = [];
  for (const [from, to] of beginningWith(columns, name.slots, wanted.phrase))
    for (let at = from; at < to; at += 1) {
      const slot = name.slots[at] ?? 0;
      if (failed[slot] !== 0 || !isOwn(slot)) continue;
      const isExact = names[slot]?.length === wanted.phrase.length;
      (isExact ? exact : longer).push(announced.rank[slot] ?? 0);
    }
  const first = Uint32Array.from(exact).sort();
  const count = exact.length + longer.length;
  let sorted = roomFor(new Uint32Array(), count, total);
  sorted.set(first);
  sorted.set(Uint32Array.from(longer).sort(), first.length);
  for (let at = 0; at < count; at += 1) sorted[at] = announced.slots[sorted[at] ?? 0] ?? 0;
  const rest = restOf(columns, sorted.subarray(0, count), list, wanted);
  return {
    total,
    upTo: (end) => {
      // `rest` works in steps and may add up to `STEPS` more companies than requested.
      sorted = roomFor(sorted, Math.min(end + STEPS, total), total);
      rest(sorted, end);
      return sorted;
    },
  };
}

/** Returns a predicate that is false for a company if it would not match without a tag or note. */
function ownBy({ helpedBy }: WordMatches): (slot: number) => boolean {
  return helpedBy.size === 0 ? () => true : (slot) => !helpedBy.has(slot);
}

/**
 * Finds the names that begin with a phrase. Returns two ranges of the name order: one of companies in the
 * cache, and one of companies that exist only in user data. The latter come last in the order.
 */
function beginningWith(
  { names, state }: Columns,
  slots: Uint32Array,
  phrase: string,
): (readonly [from: number, to: number])[] {
  const nameAt = (at: number): string => names[slots[at] ?? 0] ?? '';
  const here = firstWhere(0, slots.length, (at) => state[slots[at] ?? 0] !== STORED);
  return [[0, here] as const, [here, slots.length] as const].map(([low, high]) => {
    const from = firstWhere(low, high, (at) => nameAt(at) >= phrase);
    return [from, firstWhere(from, high, (at) => !nameAt(at).startsWith(phrase))];
  });
}

/**
 * Returns the first position from `low` to `high` at which `is` returns true, or `high` if there is none.
 * Uses binary search, so if `is` returns true for one position, it must also return true for all later ones.
 */
function firstWhere(low: number, high: number, is: (at: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (is(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * Returns a function that appends the companies of `list` to `sorted`, tier by tier, until at least `end`
 * positions are filled. Skips companies in `placed`.
 */
function restOf(
  columns: Columns,
  placed: Uint32Array,
  list: ArrangedResults,
  wanted: RelevanceQuery,
): (sorted: Uint32Array, end: number) => void {
  const tierOf = tiersOf(columns, wanted);
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

function tiersOf({ names }: Columns, { words, matched }: RelevanceQuery): (slot: number) => number {
  const inside = words.map((word) => ` ${word}`);
  return (slot) => {
    const help = matched.helpedBy.get(slot);
    if (help !== undefined) return TIER_OF[help];
    const name = names[slot] ?? '';
    return inside.every((word, at) => name.startsWith(words[at] ?? '') || name.includes(word)) ? 0 : 1;
  };
}
