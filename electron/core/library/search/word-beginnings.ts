import type { Breathe } from './breath.ts';

/*
 * Two or three letters begin hundreds of words, which together are in most of a library: to go through their entries is most of
 * what looking for them costs. A beginning of so many has a bit of each company in their place. Which beginnings these are is
 * settled once, when all words are in memory; from then on the bits are kept in step.
 */

/** A beginning has its bit where it finds more entries than this part of the companies. */
const COMMON_SHARE = 4;
const BEGINNINGS_MAX = 256;
/** A single letter has its bit in the columns. */
const SHORTEST = 2;
const BITS = 32;
/** Words that are gone through between two looks at the clock. */
const WORDS = 500;

export interface Beginnings {
  /** The bit of a beginning. Whatever it begins with itself, down to two letters, has one too. */
  readonly bits: ReadonlyMap<string, number>;
  /** By slot, for 32 beginnings each. */
  columns: readonly Uint32Array[];
  /** Until then they say too little. */
  isComplete: boolean;
}

/** A word and how many entries it has. */
interface Counted {
  readonly word: string;
  readonly all: { readonly count: number };
}

/** Beginnings that are common enough among these words, with room for no company's bits yet. */
export async function commonBeginnings(
  words: Iterable<Counted>,
  companies: number,
  breathe: Breathe,
): Promise<Beginnings> {
  const common: [beginning: string, count: number][] = [];
  let among = [...words];
  for (let length = SHORTEST; among.length > 0; length += 1) {
    const counts = await counted(among, length, breathe);
    for (const [beginning, count] of counts) {
      if (count * COMMON_SHARE > companies) common.push([beginning, count]);
      else counts.delete(beginning);
    }
    // What begins with nothing common is not looked at any longer.
    among = await beginningAmong(among, counts, length, breathe);
  }
  // Of two with as many the shorter one first: none has a bit without what it begins with.
  common.sort(([a, most], [b, many]) => many - most || a.length - b.length);
  const bits = new Map(common.slice(0, BEGINNINGS_MAX).map(([beginning], bit) => [beginning, bit]));
  const columns = Array.from({ length: Math.ceil(bits.size / BITS) }, () => new Uint32Array());
  return { bits, columns, isComplete: false };
}

/** How many entries each beginning of one length has. */
async function counted(
  words: readonly Counted[],
  length: number,
  breathe: Breathe,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [at, { word, all }] of words.entries()) {
    if (at % WORDS === 0) await breathe();
    const beginning = word.slice(0, length);
    if (beginning.length === length) counts.set(beginning, (counts.get(beginning) ?? 0) + all.count);
  }
  return counts;
}

async function beginningAmong(
  words: readonly Counted[],
  beginnings: ReadonlyMap<string, unknown>,
  length: number,
  breathe: Breathe,
): Promise<Counted[]> {
  const kept: Counted[] = [];
  for (const [at, each] of words.entries()) {
    if (at % WORDS === 0) await breathe();
    if (beginnings.has(each.word.slice(0, length))) kept.push(each);
  }
  return kept;
}

/** A beginning's bit, or those of several that stand in one column. */
export interface Common {
  /** By slot. */
  readonly column: Uint32Array;
  readonly mask: number;
}

/** The bits of all beginnings of a word. */
export function masksOf({ bits, columns }: Beginnings, word: string): Common[] {
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

export function clearBits({ columns }: Beginnings, slot: number): void {
  for (const column of columns) column[slot] = 0;
}

/** Room for so many slots. */
export function sizeBits(beginnings: Beginnings, slots: number): void {
  beginnings.columns = beginnings.columns.map((column) => {
    const larger = new Uint32Array(slots);
    larger.set(column);
    return larger;
  });
}

/** Null for a beginning that has no bit, or none yet. */
export function commonOf(beginnings: Beginnings | null, word: string): Common | null {
  const bit = beginnings?.isComplete === true ? beginnings.bits.get(word) : undefined;
  const column = beginnings?.columns[Math.floor((bit ?? 0) / BITS)];
  return bit === undefined || column === undefined ? null : { column, mask: 1 << (bit % BITS) };
}
