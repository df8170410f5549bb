import { clearBits, setBits, sizeBits, type WordPrefixes, type Common } from './word-prefixes.ts';
import {
  createSlotPool,
  markPacked,
  unpackSlots,
  type PackedSlots,
  type SlotPacker,
  type SlotPool,
} from './packed-slots.ts';
import { PartedMap, partOfText } from '../../foundation/parted-map.ts';
import { documentTokens, type Document, type DocumentTokens } from './tokenize.ts';

/*
 * In-memory index from words to companies. It is empty until the first search. It is then loaded from the
 * index file (word-loader.ts), and updated whenever a company is read again. For large results, it is much
 * faster than the file.
 *
 * An entry combines a slot with the generation that the slot had when the entry was made. When a company
 * changes, its slot gets the next generation. Entries with an older generation are then invalid, so they need
 * not be found and deleted. Entries of generation 0 are compressed after they are loaded (packed-slots.ts).
 */

const SLOT_BITS = 24;
const SLOTS_MAX = 2 ** SLOT_BITS;
const SLOT_MASK = SLOTS_MAX - 1;
/** Number of entries read between two yields. */
const PIECE = 4_096;
const GENERATION_MAX = 2 ** (32 - SLOT_BITS) - 1;
const FIRST_CAPACITY = 4;
/**
 * A list with fewer entries than this grows fourfold, and a longer one twofold. If short lists grew twofold, tens of
 * thousands of arrays would have to be freed while all companies are read, which blocks the process.
 */
const GROWS_FOURFOLD = 1_024;
/** Length of the prefix by which words are grouped. */
export const KEY_LENGTH = 3;
/**
 * The index is reloaded once more than this many documents, and more than one in `REPLACED_SHARE` of all
 * documents, have been replaced. Reloading removes the invalid entries of replaced documents, which slow down
 * searches.
 */
const REPLACED_LEAST = 10_000;
const REPLACED_SHARE = 2;

/**
 * Entries for one word. The `count` packed entries at `address` all have generation 0. `list` holds the other
 * entries; if there is only one, `list` is a plain number.
 */
export interface Entries {
  address: number;
  count: number;
  list: number | Uint32Array;
  listed: number;
}
export const createEntries = (): Entries => ({ address: 0, count: 0, list: 0, listed: 0 });
export const entryCount = ({ count, listed }: Entries): number => count + listed;

interface Term {
  readonly word: string;
  readonly all: Entries;
  /** Entries for documents that have the word in a name or an industry; null if there are none. */
  named: Entries | null;
}

export interface WordTable {
  /** True once all documents are loaded. Until then, the index file is queried too. */
  isComplete: boolean;
  /**
   * True once all names and industries are loaded. Until then, a search misses text inside words, because the
   * index file can find only the beginnings of words.
   */
  hasNames: boolean;
  readonly terms: PartedMap<string, Term>;
  readonly byBeginning: Map<string, Term[]>;
  /** One bit per company for each common prefix; null until all documents are loaded. */
  beginnings: WordPrefixes | null;
  /**
   * For each three-letter sequence, the terms from names and industries that contain it after their first
   * letter.
   */
  readonly byInner: Map<string, Term[]>;
  /** The packed entries of all words. */
  readonly pool: SlotPool;
  /** Current generation by slot; 0 if the company has not changed since the index file was read. */
  generations: Uint8Array;
  /**
   * Used only by `findWords`: how many words each company has matched so far, by slot. Reused to avoid
   * garbage collection.
   */
  stages: Uint8Array;
  /** Used only by `findWords`: the slots found so far. Reused like `stages`. */
  found: Uint32Array;
  replaced: number;
}

export const createWordTable = (): WordTable => ({
  isComplete: false,
  hasNames: false,
  terms: new PartedMap(partOfText),
  byBeginning: new Map(),
  beginnings: null,
  byInner: new Map(),
  pool: createSlotPool(),
  generations: new Uint8Array(1_024),
  stages: new Uint8Array(),
  found: new Uint32Array(),
  replaced: 0,
});

export function termOf(memory: WordTable, word: string): Term {
  const known = memory.terms.get(word);
  if (known !== undefined) return known;
  const term: Term = { word, all: createEntries(), named: null };
  memory.terms.set(word, term);
  const beginning = word.slice(0, KEY_LENGTH);
  const group = memory.byBeginning.get(beginning);
  if (group === undefined) memory.byBeginning.set(beginning, [term]);
  else group.push(term);
  return term;
}

export function addEntry(entries: Entries, slot: number, generation: number): void {
  const entry = slot + generation * SLOTS_MAX;
  const { list, listed } = entries;
  entries.listed += 1;
  if (listed === 0) {
    entries.list = entry;
    return;
  }
  if (typeof list !== 'number' && listed < list.length) {
    list[listed] = entry;
    return;
  }
  const larger = new Uint32Array(Math.max(FIRST_CAPACITY, listed * (listed < GROWS_FOURFOLD ? 4 : 2)));
  if (typeof list === 'number') larger[0] = list;
  else larger.set(list);
  larger[listed] = entry;
  entries.list = larger;
}

/**
 * Packs the entries of generation 0 in a list, and drops entries that are no longer valid. Does nothing if
 * the list already has packed entries.
 */
export function packList({ generations }: WordTable, entries: Entries, packer: SlotPacker): void {
  const { list, listed, count } = entries;
  if (listed === 0 || count > 0) return;
  const all = typeof list === 'number' ? Uint32Array.of(list) : list.subarray(0, listed);
  // Entries are usually added in order, and sorting a long list would block the process.
  const sorted = isAscending(all) ? all : all.slice().sort();
  // Entries of generation 0 come first.
  const others: number[] = [];
  for (const entry of sorted) {
    const [slot, generation] = [entry & SLOT_MASK, entry >>> SLOT_BITS];
    if ((generations[slot] ?? 0) !== generation) continue;
    if (generation === 0) packer.add(slot);
    else others.push(entry);
  }
  setPacked(entries, packer.finish());
  entries.list = others.length > 1 ? Uint32Array.from(others) : (others[0] ?? 0);
  entries.listed = others.length;
}

function isAscending(entries: Uint32Array): boolean {
  for (let at = 1; at < entries.length; at += 1)
    if ((entries[at - 1] ?? 0) > (entries[at] ?? 0)) return false;
  return true;
}

export function setPacked(entries: Entries, { address, count }: PackedSlots): void {
  entries.address = address;
  entries.count = count;
}

/**
 * Adds a word from a name or an industry. Unlike other words, this word can also be found by text from its
 * middle.
 */
export function addNamed(memory: WordTable, word: string, slot: number, generation: number): void {
  const term = termOf(memory, word);
  if (term.named === null) {
    term.named = createEntries();
    gatherInner(memory.byInner, term);
  }
  addEntry(term.named, slot, generation);
}

function gatherInner(byInner: WordTable['byInner'], term: Term): void {
  const { word } = term;
  for (let at = 1; at + KEY_LENGTH <= word.length; at += 1) {
    const inner = word.slice(at, at + KEY_LENGTH);
    const group = byInner.get(inner);
    if (group === undefined) byInner.set(inner, [term]);
    // A word may contain the same three letters twice. Its term must be in the group only once.
    else if (group.at(-1) !== term) group.push(term);
  }
}

/** Replaces a company's document; null removes it. */
export const putDocument = (memory: WordTable, slot: number, document: Document | null): void =>
  putTokens(memory, slot, document === null ? null : documentTokens(document));

/** Replaces the tokens of a company's document; null removes them. */
export function putTokens(memory: WordTable, slot: number, tokens: DocumentTokens | null): void {
  const generation = nextGeneration(memory, slot);
  const { beginnings } = memory;
  if (beginnings !== null) clearBits(beginnings, slot);
  if (tokens === null) return;
  const { named, all } = tokens;
  for (const word of all) {
    addEntry(termOf(memory, word).all, slot, generation);
    if (beginnings !== null) setBits(beginnings, word, slot);
  }
  for (const word of named) addNamed(memory, word, slot, generation);
}

export function sizeFor(memory: WordTable, slots: number): void {
  if (slots <= memory.generations.length) return;
  const larger = new Uint8Array(Math.max(memory.generations.length * 2, slots));
  larger.set(memory.generations);
  memory.generations = larger;
  if (memory.beginnings !== null) sizeBits(memory.beginnings, larger.length);
}

function nextGeneration(memory: WordTable, slot: number): number {
  sizeFor(memory, slot + 1);
  const generation = ((memory.generations[slot] ?? 0) + 1) % (GENERATION_MAX + 1);
  memory.generations[slot] = generation;
  if (generation !== 1) memory.replaced += 1;
  // The generation has overflowed to 0. The company's oldest entries would now count as valid again, so the
  // index must be reloaded.
  if (generation === 0) memory.replaced = Infinity;
  return generation;
}

/** Returns whether the index has enough invalid entries to be worth reloading. */
export const needsReload = ({ replaced }: WordTable, companies: number): boolean =>
  replaced > Math.max(REPLACED_LEAST, companies / REPLACED_SHARE);

/** Yields all entries of a word in pieces. Each piece is valid only until the next one is requested. */
export function* piecesOf({ pool }: WordTable, entries: Entries): Generator<Uint32Array> {
  yield* unpackSlots(pool, entries);
  const { list, listed } = entries;
  const all = typeof list === 'number' ? Uint32Array.of(list) : list;
  for (let from = 0; from < listed; from += PIECE) yield all.subarray(from, Math.min(listed, from + PIECE));
}

/** Sets the bits of `mask` for each company that has a valid entry in `entries`. */
export function setMask(entries: Uint32Array, generations: Uint8Array, { column, mask }: Common): void {
  for (const entry of entries) {
    const slot = entry & SLOT_MASK;
    if (generations[slot] === entry >>> SLOT_BITS) column[slot] = (column[slot] ?? 0) | mask;
  }
}

/**
 * Finds the companies that match the next word of a search. `stages` contains, for each slot, how many words
 * the company has matched so far. If a company at stage `from` has a valid entry, it advances to the next
 * stage, and its slot is written to `found`. Writing begins at the index `count`.
 * @returns `count` plus the number of slots written
 */
export function mark(
  memory: Pick<WordTable, 'pool' | 'generations' | 'stages'>,
  entries: Entries,
  from: number,
  found: Uint32Array,
  count: number,
): number {
  const { list, listed } = entries;
  const at = entries.count === 0 ? count : markPacked(memory, entries, from, found, count);
  if (listed === 0) return at;
  if (typeof list === 'number') return markList(memory, [list], 1, { from, found, count: at });
  return markList(memory, list, listed, { from, found, count: at });
}

function markList(
  { generations, stages }: Pick<WordTable, 'generations' | 'stages'>,
  list: ArrayLike<number>,
  listed: number,
  { from, found, count }: { readonly from: number; readonly found: Uint32Array; readonly count: number },
): number {
  let at = count;
  for (let each = 0; each < listed; each += 1) {
    const entry: number = list[each] ?? 0;
    const slot = entry & SLOT_MASK;
    if (stages[slot] !== from || generations[slot] !== entry >>> SLOT_BITS) continue;
    stages[slot] = from + 1;
    found[at++] = slot;
  }
  return at;
}
