import { roomFor, type ArrangedResults } from './arrange-results.ts';
import { STORED, type Columns } from './columns.ts';
import type { ClassifiedMatches } from './count-matches.ts';
import type { Help, WordMatches } from './match-words.ts';
import type { Order } from './sort-orders.ts';

/**
 * The tiers of the matches that are not sorted in advance. Tier 0: the name begins with the typed text. Tier 1:
 * the name contains all words. Tier 2: the company's own text contains all words. Tier 3: at least one word
 * occurs only in a tag. Tier 4: at least one word occurs only in the note.
 */
const TIERS = 5;
const BEGINS = 0;
const TIER_OF = { tag: 3, note: 4 } as const satisfies Record<Help, number>;
const UNKNOWN = TIERS;
const PLACED = TIERS + 1;
/** Number of companies to examine before checking whether enough matches were found. */
const STEPS = 256;
/**
 * If more names than this begin with the typed text, they are not sorted but get a tier. The first page
 * contains few of them, and sorting them all would delay it.
 */
const SORTED_MAX = 2_000;

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
 * other tiers (see `TIERS`). Within each group, the newest announcement comes first. The first two groups are
 * found by binary search in the name order, and usually fill the page. The others are assigned to tiers only
 * if more matches are requested.
 */
export function byRelevance(
  columns: Columns,
  { announced, name }: Orders,
  { failed }: ClassifiedMatches,
  list: ArrangedResults,
  wanted: RelevanceQuery,
): ArrangedResults {
  const isOwn = ownBy(wanted.matched);
  const { total } = list;
  const exact: number[] = [];
  const longer: number[] = [];
  const add = (group: number[], from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      const slot = name.slots[at] ?? 0;
      if (failed[slot] === 0 && isOwn(slot)) group.push(slot);
    }
  };
  for (const { from, longerFrom, to } of beginningWith(columns, name.slots, wanted.phrase)) {
    add(exact, from, longerFrom);
    add(longer, longerFrom, to);
  }
  const isSorted = longer.length <= SORTED_MAX;
  const placed = [...newestFirst(exact, announced), ...(isSorted ? newestFirst(longer, announced) : [])];
  let sorted = roomFor(new Uint32Array(), placed.length, total);
  sorted.set(placed);
  const rest = restOf(columns, { placed, beginning: isSorted ? [] : longer }, list, wanted);
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

/** Sorts slots by their announcements, newest first. */
const newestFirst = (slots: readonly number[], { slots: order, rank }: Order): Uint32Array =>
  Uint32Array.from(slots, (slot) => rank[slot] ?? 0)
    .sort()
    .map((at) => order[at] ?? 0);

/** Returns a predicate that is false for a company if it would not match without a tag or note. */
function ownBy({ helpedBy }: WordMatches): (slot: number) => boolean {
  return helpedBy.size === 0 ? () => true : (slot) => !helpedBy.has(slot);
}

/** The positions of the names that begin with a phrase, in the name order. The end is exclusive. */
interface NameRange {
  readonly from: number;
  /** The first name that is longer than the phrase. Names that equal the phrase come before it. */
  readonly longerFrom: number;
  readonly to: number;
}

/**
 * Finds the names that begin with a phrase. Returns two ranges of the name order: one of companies in the
 * cache, and one of companies that exist only in user data. The latter come last in the order.
 */
function beginningWith({ names, state }: Columns, slots: Uint32Array, phrase: string): readonly NameRange[] {
  const nameAt = (at: number): string => names[slots[at] ?? 0] ?? '';
  const here = firstWhere(0, slots.length, (at) => state[slots[at] ?? 0] !== STORED);
  return [[0, here] as const, [here, slots.length] as const].map(([low, high]) => {
    const from = firstWhere(low, high, (at) => nameAt(at) >= phrase);
    const to = firstWhere(from, high, (at) => !nameAt(at).startsWith(phrase));
    return { from, longerFrom: firstWhere(from, to, (at) => nameAt(at) > phrase), to };
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

/** Companies that `restOf` does not have to assign to a tier, by slot. */
interface KnownSlots {
  /** Already at the beginning of the sorted list. */
  readonly placed: readonly number[];
  /** In tier `BEGINS`. */
  readonly beginning: readonly number[];
}

/**
 * Returns a function that appends the companies of `list` to `sorted`, tier by tier, until at least `end`
 * positions are filled. Skips companies in `placed`.
 */
function restOf(
  columns: Columns,
  known: KnownSlots,
  list: ArrangedResults,
  wanted: RelevanceQuery,
): (sorted: Uint32Array, end: number) => void {
  const tierOf = tiersOf(columns, wanted);
  let tiers: Uint8Array | null = null;
  let [count, tier, at] = [known.placed.length, known.beginning.length > 0 ? BEGINS : BEGINS + 1, 0];
  return (sorted, end) => {
    if (count >= Math.min(end, list.total)) return;
    tiers ??= knownTiers(known, columns.size);
    while (count < Math.min(end, list.total) && tier < TIERS) {
      if (at === list.total) [tier, at] = [tier + 1, 0];
      const to = Math.min(at + STEPS, list.total);
      const source = list.upTo(to);
      for (; at < to; at += 1) {
        const slot = source[at] ?? 0;
        if (tiers[slot] === UNKNOWN && tier > BEGINS) tiers[slot] = tierOf(slot);
        if (tiers[slot] === tier) sorted[count++] = slot;
      }
    }
  };
}

function knownTiers({ placed, beginning }: KnownSlots, size: number): Uint8Array {
  const tiers = new Uint8Array(size).fill(UNKNOWN);
  for (const slot of placed) tiers[slot] = PLACED;
  for (const slot of beginning) tiers[slot] = BEGINS;
  return tiers;
}

function tiersOf({ names }: Columns, { words, matched }: RelevanceQuery): (slot: number) => number {
  const inside = words.map((word) => ` ${word}`);
  return (slot) => {
    const help = matched.helpedBy.get(slot);
    if (help !== undefined) return TIER_OF[help];
    const name = names[slot] ?? '';
    return inside.every((word, at) => name.startsWith(words[at] ?? '') || name.includes(word)) ? 1 : 2;
  };
}
