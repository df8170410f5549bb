import { isEqual } from '../../foundation/branchless.ts';
import { isInner } from './tokenize.ts';
import { commonOf, type Common } from './word-prefixes.ts';
import {
  createEntries,
  entryCount,
  KEY_LENGTH,
  mark,
  sizeFor,
  type Entries,
  type WordTable,
} from './word-index.ts';

const SPARSE_SHARE = 16;

/**
 * Returns the slots of the companies whose documents contain all `words`, which must not be empty. If not all
 * words are in memory yet, `more` also looks up each word in the index file. A slot from the index file is
 * ignored if that company has changed since the file was read.
 */
export function findWords(
  memory: WordTable,
  words: readonly string[],
  size: number,
  more: ((word: string) => Uint32Array) | null,
): Uint32Array {
  sizeFor(memory, size);
  const { stages, found } = workingRoom(memory, size);
  // Start with the rarest word, so fewer companies have to be checked for the other words.
  const wanted = words.map((word) => entriesOf(memory, word, more)).sort((a, b) => a.count - b.count);
  const onlyCommon = wanted.flatMap(({ common, lists }) =>
    common === null || lists.length > 0 ? [] : [common],
  );
  if (onlyCommon.length === words.length) return found.slice(0, passAll(onlyCommon, size, found));
  let count = 0;
  // True while the matches are sorted by slot.
  let isInOrder = true;
  for (const [stage, { common, lists }] of wanted.entries()) {
    isInOrder &&= common !== null;
    const among = stage === 0 ? size : count;
    const before = common === null || stage === 0 || lists.length === 0 ? found : found.slice(0, among);
    count = 0;
    for (const list of lists) count = mark(memory, list, stage, found, count);
    if (common !== null) count = pass(common, stages, { stage, before, among, found });
    if (count === 0) break;
  }
  // A large result is sorted by slot. Counting the facets later is then faster, because it reads the columns
  // sequentially.
  if (!isInOrder && count * SPARSE_SHARE > size) {
    count = 0;
    for (let slot = 0; slot < size; slot += 1) if (stages[slot] === wanted.length) found[count++] = slot;
  }
  return found.slice(0, count);
}

/** Returns the scratch arrays of the index, with `stages` reset to 0 for every slot. */
function workingRoom(memory: WordTable, size: number): Pick<WordTable, 'stages' | 'found'> {
  if (memory.found.length < size) {
    memory.stages = new Uint8Array(memory.generations.length);
    memory.found = new Uint32Array(memory.generations.length);
  } else memory.stages.fill(0);
  return memory;
}

interface Stage {
  readonly stage: number;
  /**
   * The first `among` elements are the slots to check. In stage 0, `before` is not used, and all slots below
   * `among` are checked.
   */
  readonly before: Uint32Array;
  readonly among: number;
  /**
   * The array into which `pass` writes the slots of the companies that advance, in the order of `before`. It
   * may be the same array as `before`.
   */
  readonly found: Uint32Array;
}

/**
 * Advances the companies that match a common prefix to the next stage. The stage of a company is the number
 * of words it has matched so far. Companies already in the next stage stay there.
 * @returns the number of companies in the next stage
 */
function pass({ column, mask }: Common, stages: Uint8Array, { stage, before, among, found }: Stage): number {
  const next = stage + 1;
  const bit = bitOf(mask);
  let count = 0;
  for (let at = 0; at < among; at += 1) {
    const slot = stage === 0 ? at : (before[at] ?? 0);
    const reached = stages[slot] ?? 0;
    const advances = (((column[slot] ?? 0) >>> bit) & 1) | isEqual(reached, next);
    // As in `passAll`.
    found[count] = slot;
    stages[slot] = reached + (next - reached) * advances;
    count += advances;
  }
  return count;
}

/**
 * Writes the slots of the companies that match all common prefixes to `found`. This is faster than `pass`,
 * because it needs no stages.
 * @returns the number of these companies
 */
function passAll(prefixes: readonly Common[], size: number, found: Uint32Array): number {
  let among = size;
  for (const [at, { column, mask }] of prefixes.entries()) {
    const bit = bitOf(mask);
    let count = 0;
    for (let place = 0; place < among; place += 1) {
      const slot = at === 0 ? place : (found[place] ?? 0);
      // Written in any case, and overwritten by the next slot if this one does not match.
      found[count] = slot;
      count += ((column[slot] ?? 0) >>> bit) & 1;
    }
    among = count;
  }
  return among;
}

/** Returns the number of the only bit that is set in `mask`. */
const bitOf = (mask: number): number => 31 - Math.clz32(mask);

/**
 * Returns where the companies that match a typed word are found: in the bit of a common prefix, in lists of
 * entries, or in both. `count` is an estimate of how many companies match. Words with a low count are checked
 * first; a common prefix gets the highest possible count, so it is checked last.
 */
function entriesOf(
  memory: WordTable,
  word: string,
  more: ((word: string) => Uint32Array) | null,
): { common: Common | null; lists: Entries[]; count: number } {
  const common = commonOf(memory.beginnings, word);
  const lists = common === null ? beginningWith(memory, word) : [];
  const list = more?.(word);
  // Slots from the index file can serve as entries, because an entry of generation 0 is equal to its slot.
  if (list !== undefined) lists.push({ ...createEntries(), list, listed: list.length });
  if (isInner(word)) lists.push(...inside(memory, word));
  const count =
    common === null ? lists.reduce((sum, each) => sum + entryCount(each), 0) : Number.MAX_SAFE_INTEGER;
  return { common, lists, count };
}

function beginningWith({ byBeginning }: WordTable, word: string): Entries[] {
  const lists: Entries[] = [];
  const add = (beginning: string): void => {
    for (const term of byBeginning.get(beginning) ?? []) if (term.word.startsWith(word)) lists.push(term.all);
  };
  if (word.length >= KEY_LENGTH) add(word.slice(0, KEY_LENGTH));
  else for (const beginning of byBeginning.keys()) if (beginning.startsWith(word)) add(beginning);
  return lists;
}

/**
 * Returns the entries of words in names and industries that contain the typed word but do not begin with it.
 */
function inside({ byInner }: WordTable, word: string): Entries[] {
  const lists: Entries[] = [];
  for (const { word: whole, named } of byInner.get(word.slice(0, KEY_LENGTH)) ?? [])
    // The prefix search already finds terms that begin with the word.
    if (named !== null && !whole.startsWith(word) && whole.includes(word, 1)) lists.push(named);
  return lists;
}
