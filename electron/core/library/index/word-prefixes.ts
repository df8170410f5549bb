import type { YieldIfDue } from './time-slices.ts';

/*
 * A prefix of two or three letters matches hundreds of words, and scanning their entries would take most of
 * the time of a search. Each common prefix therefore has one bit per company, which is set if a word of the
 * company begins with the prefix. The common prefixes are chosen once, when all words are loaded; later
 * changes only update the bits.
 */

/** A prefix is common if it has more entries than the number of companies divided by `COMMON_SHARE`. */
const COMMON_SHARE = 4;
const BEGINNINGS_MAX = 256;
/**
 * Minimum length of a common prefix (see `COMMON_SHARE`). A single letter has its bit in `columns.ts`
 * instead.
 */
const SHORTEST = 2;
const BITS = 32;
/** Number of words processed between two checks of the clock. */
const WORDS = 500;

export interface WordPrefixes {
  /**
   * The bit number of each common prefix. If a prefix has a bit, all shorter prefixes down to two letters
   * have one too: if `soft` has a bit, so do `so` and `sof`.
   */
  readonly bits: ReadonlyMap<string, number>;
  /** Each array stores the bits of 32 prefixes. It has one element per slot. */
  columns: readonly Uint32Array[];
  /** True once the bits of all loaded words are set. */
  isComplete: boolean;
}

interface PrefixCount {
  readonly word: string;
  readonly all: { readonly count: number; readonly listed: number };
}

/** Chooses the common prefixes and assigns bits to them. No bit is set yet. */
export async function commonPrefixes(
  words: Iterable<PrefixCount>,
  companies: number,
  yieldIfDue: YieldIfDue,
): Promise<WordPrefixes> {
  const common: [beginning: string, count: number][] = [];
  let among: PrefixCount[] = [];
  for (const each of words) {
    among.push(each);
    if (among.length % WORDS === 0) await yieldIfDue();
  }
  for (let length = SHORTEST; among.length > 0; length += 1) {
    const counts = await counted(among, length, yieldIfDue);
    for (const [beginning, count] of counts) {
      if (count * COMMON_SHARE > companies) common.push([beginning, count]);
      else counts.delete(beginning);
    }
    // If a prefix is not common, longer prefixes that begin with it cannot be common either.
    among = await beginningAmong(among, counts, length, yieldIfDue);
  }
  // Sorts by number of entries, most first, and equal prefixes by length. A prefix has at least as many
  // entries as any longer prefix that begins with it, so shorter prefixes get their bits first.
  common.sort(([a, most], [b, many]) => many - most || a.length - b.length);
  const bits = new Map(common.slice(0, BEGINNINGS_MAX).map(([beginning], bit) => [beginning, bit]));
  const columns = Array.from({ length: Math.ceil(bits.size / BITS) }, () => new Uint32Array());
  return { bits, columns, isComplete: false };
}

/** Counts the entries of every prefix of this length. */
async function counted(
  words: readonly PrefixCount[],
  length: number,
  yieldIfDue: YieldIfDue,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [at, { word, all }] of words.entries()) {
    if (at % WORDS === 0) await yieldIfDue();
    const beginning = word.slice(0, length);
    if (beginning.length === length)
      counts.set(beginning, (counts.get(beginning) ?? 0) + all.count + all.listed);
  }
  return counts;
}

async function beginningAmong(
  words: readonly PrefixCount[],
  beginnings: ReadonlyMap<string, unknown>,
  length: number,
  yieldIfDue: YieldIfDue,
): Promise<PrefixCount[]> {
  const remaining: PrefixCount[] = [];
  for (const [at, each] of words.entries()) {
    if (at % WORDS === 0) await yieldIfDue();
    if (beginnings.has(each.word.slice(0, length))) remaining.push(each);
  }
  return remaining;
}

/**
 * The bits in one column that stand for one or more prefixes. A company can match only if all bits of `mask`
 * are set in its element of the column.
 */
export interface Common {
  /** One of `WordPrefixes.columns`. */
  readonly column: Uint32Array;
  readonly mask: number;
}

/** Returns the bits of all prefixes of a word. */
export function masksOf({ bits, columns }: WordPrefixes, word: string): Common[] {
  const masks: number[] = [];
  for (let length = SHORTEST; length <= word.length; length += 1) {
    const bit = bits.get(word.slice(0, length));
    if (bit === undefined) break;
    const at = Math.floor(bit / BITS);
    masks[at] = (masks[at] ?? 0) | (1 << (bit % BITS));
  }
  return columns.flatMap((column, at) => {
    const mask = masks[at] ?? 0;
    return mask === 0 ? [] : [{ column, mask }];
  });
}

/** Sets the bits of all prefixes of a word for the company in this slot. */
export function setBits({ bits, columns }: WordPrefixes, word: string, slot: number): void {
  for (let length = SHORTEST; length <= word.length; length += 1) {
    const bit = bits.get(word.slice(0, length));
    if (bit === undefined) return;
    const column = columns[Math.floor(bit / BITS)];
    if (column !== undefined) column[slot] = (column[slot] ?? 0) | (1 << (bit % BITS));
  }
}

export function clearBits({ columns }: WordPrefixes, slot: number): void {
  for (const column of columns) column[slot] = 0;
}

export function sizeBits(beginnings: WordPrefixes, slots: number): void {
  beginnings.columns = beginnings.columns.map((column) => {
    const larger = new Uint32Array(slots);
    larger.set(column);
    return larger;
  });
}

/** Returns the bit of a prefix, or null if the prefix has no bit or not all bits are set yet. */
export function commonOf(beginnings: WordPrefixes | null, word: string): Common | null {
  const bit = beginnings?.isComplete === true ? beginnings.bits.get(word) : undefined;
  const column = beginnings?.columns[Math.floor((bit ?? 0) / BITS)];
  return bit === undefined || column === undefined ? null : { column, mask: 1 << (bit % BITS) };
}
